import classes from './draft-status.module.css'

/** Above a form that begins with what was left unsent. */
export function DraftStatus({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={`row wrap between ${classes.draft}`}>
      <output>Draft restored</output>
      <button type="button" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}
