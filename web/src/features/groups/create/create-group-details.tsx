import { groupDescriptionLength, groupNameLength } from '@rootsquare/contract/groups'
import { useId } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { StateChoice } from '#web/features/groups/picker/state-choice.tsx'
import { useCreateStep } from '#web/features/groups/create/use-create-step.ts'
import type { Pictures } from '#web/features/groups/create/use-create-step.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import { nameLengthOf } from '#web/features/groups/create/use-group-errors.ts'
import type { Troubles } from '#web/features/groups/create/use-group-errors.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './create-group.module.css'

const nameCounterFrom = groupNameLength - 15
const descriptionCounterFrom = groupDescriptionLength - 100

type CreateGroupDetailsProps = {
  desk: GroupDraftDesk
  pictures: Pictures
  /** The fields for the pictures, which belong to another feature. */
  pictureFields: ReactNode
  onClose: () => void
}

/** The first of two steps: it makes the group. */
export function CreateGroupDetails({ desk, pictures, pictureFields, onClose }: CreateGroupDetailsProps) {
  const formId = useId()
  const { value: draft, isRestored, startOver } = desk
  const step = useCreateStep(desk, pictures, (found) => focusFirst(formId, found))
  const { troubles, failed, isBusy, change } = step
  const nameLength = nameLengthOf(draft.name)
  const pictureTrouble = troubles.image ?? troubles.header

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    step.submit()
  }

  const footer = (
    <>
      {failed !== null && (
        <div className={classes.failed}>
          <Notice kind="error">{failed}</Notice>
        </div>
      )}
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        Next
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Create Group" width={640} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.step}>Step 1 of 2: the group</p>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        <div className={classes.counted}>
          <TextField
            label="Name"
            name="name"
            data-autofocus
            autoComplete="off"
            value={draft.name}
            error={troubles.name}
            readOnly={isBusy}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {nameLength >= nameCounterFrom && <Counter length={nameLength} max={groupNameLength} />}
        </div>
        <div className={classes.counted}>
          <TextArea
            label="Description"
            name="description"
            value={draft.description}
            error={troubles.description}
            readOnly={isBusy}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          {lengthOf(draft.description) >= descriptionCounterFrom && (
            <Counter length={lengthOf(draft.description)} max={groupDescriptionLength} />
          )}
        </div>
        {/* What is being sent waits for these very pictures. */}
        <fieldset className={classes.pictures} aria-label="Pictures" disabled={isBusy}>
          {pictureFields}
          {pictureTrouble !== undefined && (
            <p className={classes.trouble} role="alert">
              {pictureTrouble}
            </p>
          )}
        </fieldset>
        <StateChoice
          chosen={draft.stateCodes}
          trouble={troubles.stateCodes}
          isBusy={isBusy}
          onChange={(stateCodes) => change({ stateCodes })}
        />
      </form>
    </Dialog>
  )
}

function focusFirst(formId: string, found: Troubles): void {
  const form = document.getElementById(formId)
  const first = (['name', 'description'] as const).find((field) => found[field] !== undefined)
  form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
}
