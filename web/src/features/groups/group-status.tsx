import type { useCombobox } from '#web/features/groups/use-combobox.ts'
import { Button } from '#web/ui/button.tsx'
import classes from './group-combobox.module.css'

/** Says what the list cannot; a screen reader also hears how many were found. */
export function GroupStatus({ box }: { box: ReturnType<typeof useCombobox> }) {
  const { groups, text, hasFailed, isOpen, typed } = box
  const count = groups.length === 1 ? '1 group' : `${groups.length} groups`
  return (
    <>
      <div role="status">
        {isOpen || hasFailed ? (
          <p className={text === undefined ? 'sr-only' : classes.text} data-failed={hasFailed || undefined}>
            {text ?? (typed === '' ? '' : count)}
          </p>
        ) : null}
      </div>
      {hasFailed && (
        <div className={classes.retry}>
          <Button look="outline" onClick={box.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  )
}
