import classes from './draft-status.module.css'

/** Is shown above a form that starts with a saved draft. */
export function DraftStatus({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={`flex-row wrap between ${classes.draft} soft-gold radius-s semibold`}>
      <output>Draft restored</output>
      <button type="button" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}
