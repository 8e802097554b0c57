import { groupDescriptionLength, type NewGroup } from '@rootsquare/contract/groups'
import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { ErrorText, StateChoice } from '#web/features/groups/create/state-choice.tsx'
import type { GroupDraftStore, GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar, clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { GroupName, groupNameLength } from '@rootsquare/contract/lib/fields'
import { useCreateGroup } from '#web/entities/groups/membership-api.ts'
import { requestKeyFor } from '#web/features/groups/create/create-group-draft.ts'
import { showFormError } from '#web/features/groups/create/show-form-error.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import classes from './create-group.module.css'

const nameCounterFrom = groupNameLength - 15
const descriptionCounterFrom = groupDescriptionLength - 100

const pictureLostText = 'A picture was still on its way and is not kept. Please choose it again.'

export function CreateGroupDetails({ store, onClose }: { store: GroupDraftStore; onClose: () => void }) {
  const formId = useId()
  const { value: draft, isRestored, startOver } = store
  const image = useDraftPicture('groupImage', draft.image, (url) => store.change({ image: url }))
  const header = useDraftPicture('groupHeader', draft.header, (url) => store.change({ header: url }))
  const pictures = { image: image.change, header: header.change }
  const step = useCreateStep(store, pictures, (found) => focusFirst(formId, found))
  const { errors, failed, isBusy, change } = step
  const nameLength = nameLengthOf(draft.name)

  function close(): void {
    onClose()
    if (image.share !== null || header.share !== null) showSnackbar('warning', pictureLostText)
  }

  const footer = (
    <>
      {failed !== null && (
        <div className={classes.failed}>
          <Notice kind="error">{failed}</Notice>
        </div>
      )}
      <Button variant="outline" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        Next
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={close} title="Create Group" width={640} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={step.submit}>
        <p className="strong muted">Step 1 of 2: the group</p>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        <div className={`positioned ${classes.counted}`}>
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
        <div className={`positioned ${classes.counted}`}>
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
        {/* The request is waiting for these pictures, so they must not change. */}
        <fieldset className={`stack ${classes.fields}`} aria-label="Pictures" disabled={isBusy}>
          <UploadPicture picture={header} empty={<Cloth cloth={clothOf(null)} />} />
          <UploadPicture picture={image} empty={<Cloth cloth={clothOf(null)} />} />
          <ErrorText text={errors.image ?? errors.header} />
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

function useDraftPicture(
  kind: 'groupImage' | 'groupHeader',
  saved: string | null,
  save: (url: string | null) => void,
) {
  const [before] = useState(saved)
  const picture = usePicture(kind, before)
  const { change } = picture
  const onChange = useEffectEvent(save)
  useEffect(() => {
    let isNewest = true
    void Promise.resolve(change === undefined ? before : change).then(
      (url) => isNewest && onChange(url),
      () => undefined,
    )
    return () => {
      isNewest = false
    }
  }, [change, before])
  return picture
}

/** Undefined means no change, null means no picture; otherwise it resolves to the address after the upload. */
type PictureChange = Promise<string> | null | undefined
type Pictures = { image: PictureChange; header: PictureChange }

/** Creates the group. The same content creates only one group, however often it is sent. */
function useCreateStep(store: GroupDraftStore, pictures: Pictures, onErrors: OnErrors) {
  const create = useCreateGroup()
  const { errors, showErrors, change } = useFieldErrors(store, onErrors)
  const [failed, setFailed] = useState<string | null>(null)
  const { isBusy, setBusy } = store

  async function send(): Promise<void> {
    const group = await contentOf(store.newest(), pictures)
    const sent = requestKeyFor(store.newest(), group)
    store.change({ sent })
    const { id, name } = await create.mutateAsync({ group, key: sent.key })
    store.change({ group: { id, name }, sent: null })
  }

  function handleError(error: unknown): void {
    setFailed(showError(error))
    if (!isRejection(error)) return
    // The server would answer the same key with the same rejection.
    store.change({ sent: null })
    showErrors(error.fields)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    clearSnackbars()
    setFailed(null)
    const found = findErrors(store.newest())
    showErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const sending = send().catch(handleError)
    void sending.finally(() => setBusy(false))
  }

  return { errors, failed, isBusy, submit, change }
}

/** Returns the text to show in the dialog; null where the error is shown at a field. */
function showError(error: unknown): string | null {
  const text = createErrorText(error)
  const isOfField = isRejection(error) && Object.keys(error.fields).length > 0
  if (isOfField) showSnackbar('error', text)
  else showFormError(text)
  return isOfField ? null : text
}

async function contentOf(draft: GroupDraft, pictures: Pictures): Promise<NewGroup> {
  const [image, header] = await Promise.all([pictures.image, pictures.header])
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    image: image === undefined ? draft.image : image,
    header: header === undefined ? draft.header : header,
    stateCodes: draft.stateCodes,
  }
}

/** Returns the text of a failed upload as it is, because it already says what failed. */
function createErrorText(error: unknown): string {
  const isOther = error instanceof Error && !(error instanceof CallError)
  return isOther ? error.message : errorTextWithRetry(error)
}

type OnErrors = (found: FieldErrors) => void
type FieldErrors = Partial<Record<'name' | 'description' | 'image' | 'header' | 'stateCodes', string>>

/** Returns the errors of the fields. Each is shown until its field is changed. */
function useFieldErrors(store: GroupDraftStore, onErrors: OnErrors) {
  const [shown, setShown] = useState<FieldErrors>({})

  function showErrors(found: FieldErrors): void {
    setShown(found)
    onErrors(found)
  }

  function change(part: Partial<GroupDraft>): void {
    store.change(part)
    setShown(Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in part))))
  }

  return { errors: { ...shown, ...tooLong(store.value) }, showErrors, change }
}

const nameErrorIn = fieldErrorIn(GroupName)

function findErrors(draft: GroupDraft): FieldErrors {
  const { name, description } = draft
  const nameError = nameErrorIn(name)
  return {
    ...(nameError !== null && { name: nameError }),
    ...(description.trim() === '' && { description: 'Required.' }),
    ...tooLong(draft),
  }
}

function tooLong({ name, description }: GroupDraft): FieldErrors {
  return {
    ...(nameLengthOf(name) > groupNameLength && { name: tooLongText(groupNameLength) }),
    ...(lengthOf(description) > groupDescriptionLength && {
      description: tooLongText(groupDescriptionLength),
    }),
  }
}

/** Measures a name as the server does: with composed accents and single spaces. */
function nameLengthOf(name: string): number {
  return lengthOf(name.normalize('NFC').replaceAll(/[\s\u0085]+/g, ' '))
}
