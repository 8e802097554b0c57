import classes from './undo-button.module.css'

/** Stands in a snackbar, in its colours. */
export function UndoButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={classes.undo} onClick={onClick}>
      Undo
    </button>
  )
}
