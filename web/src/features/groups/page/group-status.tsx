import type { Combobox } from '#web/features/groups/picker/use-combobox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from '#web/features/groups/picker/group-combobox.module.css'

/** Says what the list cannot; a screen reader also hears how many were found. */
export function GroupStatus({ box }: { box: Combobox }) {
  const { groups, text, hasFailed, isOpen, typed } = box
  const count = groups.length === 1 ? '1 group' : `${groups.length} groups`
  const found = isOpen && typed !== '' ? count : ''
  const isSeen = text !== undefined && (isOpen || hasFailed)
  return (
    <>
      <output className={isSeen ? classes.text : 'sr-only'} data-failed={hasFailed || undefined}>
        {isSeen ? text : found}
      </output>
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
