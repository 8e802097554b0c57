import { groupDescriptionLength, groupNameLength } from '@rootsquare/contract/groups'
import { useId } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { StateChoice } from '#web/features/groups/create/state-choice.tsx'
import { nameLengthOf, useCreateStep } from '#web/features/groups/create/use-create-step.ts'
import type { FieldErrors, Pictures } from '#web/features/groups/create/use-create-step.ts'
import type { GroupDraftStore } from '#web/features/groups/create/create-group-draft.ts'
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
  store: GroupDraftStore
  pictures: Pictures
  /** Passed in, since uploads are not part of this feature. */
  pictureFields: ReactNode
  onClose: () => void
}

export function CreateGroupDetails({ store, pictures, pictureFields, onClose }: CreateGroupDetailsProps) {
  const formId = useId()
  const { value: draft, isRestored, startOver } = store
  const step = useCreateStep(store, pictures, (found) => focusFirst(formId, found))
  const { errors, failed, isBusy, change } = step
  const nameLength = nameLengthOf(draft.name)
  const pictureError = errors.image ?? errors.header

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
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        Next
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Create Group" width={640} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <p className="strong muted">Step 1 of 2: the group</p>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        <div className={classes.counted}>
          <TextField
            label="Name"
            name="name"
            data-autofocus
            autoComplete="off"
            value={draft.name}
            error={errors.name}
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
            error={errors.description}
            readOnly={isBusy}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          {lengthOf(draft.description) >= descriptionCounterFrom && (
            <Counter length={lengthOf(draft.description)} max={groupDescriptionLength} />
          )}
        </div>
        {/* The call under way waits for these pictures, so they must not change. */}
        <fieldset className={['stack', classes.fields].join(' ')} aria-label="Pictures" disabled={isBusy}>
          {pictureFields}
          {pictureError !== undefined && (
            <p className="error-text" role="alert">
              {pictureError}
            </p>
          )}
        </fieldset>
        <StateChoice
          chosen={draft.stateCodes}
          error={errors.stateCodes}
          isBusy={isBusy}
          onChange={(stateCodes) => change({ stateCodes })}
        />
      </form>
    </Dialog>
  )
}

function focusFirst(formId: string, found: FieldErrors): void {
  const form = document.getElementById(formId)
  const first = (['name', 'description'] as const).find((field) => found[field] !== undefined)
  form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
}
