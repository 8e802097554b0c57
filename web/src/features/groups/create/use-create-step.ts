import { nameText } from '@rootsquare/contract/fields'
import { groupDescriptionLength, groupNameLength } from '@rootsquare/contract/groups'
import type { NewGroup } from '@rootsquare/contract/groups'
import { useState } from 'react'
import { useCreateGroup } from '#web/entities/groups/membership-api.ts'
import { keyFor } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft, GroupDraftStore } from '#web/features/groups/create/create-group-draft.ts'
import { showFormError } from '#web/features/groups/create/show-form-error.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

/** Undefined without a change, null for no picture, else the address after the upload. */
type PictureChange = Promise<string> | null | undefined
export type Pictures = { image: PictureChange; header: PictureChange }

/** The same content creates one group, however often it is sent. */
export function useCreateStep(
  store: GroupDraftStore,
  pictures: Pictures,
  onErrors: (found: FieldErrors) => void,
) {
  const create = useCreateGroup()
  const { errors, showErrors, change } = useFieldErrors(store, onErrors)
  const [failed, setFailed] = useState<string | null>(null)
  const { isBusy, setBusy } = store

  async function send(): Promise<void> {
    const group = await contentOf(store.newest(), pictures)
    const sent = keyFor(store.newest(), group)
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

  function submit(): void {
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

/** The error of a failed upload has its own text. */
function createErrorText(error: unknown): string {
  const isOther = error instanceof Error && !(error instanceof CallError)
  return isOther ? error.message : errorTextWithRetry(error)
}

export type FieldErrors = Partial<Record<'name' | 'description' | 'image' | 'header' | 'stateCodes', string>>

/** An error is shown until its field is changed. */
function useFieldErrors(store: GroupDraftStore, onErrors: (found: FieldErrors) => void) {
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

const nameErrorIn = fieldErrorIn(nameText(groupNameLength))

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

/** As the server measures a name: composed accents, single spaces. */
export function nameLengthOf(name: string): number {
  return lengthOf(name.normalize('NFC').replaceAll(/[\s\u0085]+/g, ' '))
}
