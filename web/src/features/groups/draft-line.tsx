import classes from './create-group.module.css'

export function DraftLine({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={classes.draft}>
      <output>Draft restored</output>
      <button type="button" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}
