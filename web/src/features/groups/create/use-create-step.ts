import type { NewGroup } from '@rootsquare/contract/groups'
import { useState } from 'react'
import { useCreateGroup } from '#web/entities/groups/membership-api.ts'
import { keyFor } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import { troublesIn, useGroupTroubles } from '#web/features/groups/create/use-group-errors.ts'
import type { Troubles } from '#web/features/groups/create/use-group-errors.ts'
import { tellBeside } from '#web/features/groups/sections/tell-beside.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** No new picture, none at all, or the address that an upload will bring. */
type PictureChange = Promise<string> | null | undefined
export type Pictures = { image: PictureChange; header: PictureChange }

/** Makes the group: one for each content, however often it is sent. */
export function useCreateStep(
  desk: GroupDraftDesk,
  pictures: Pictures,
  onTrouble: (found: Troubles) => void,
) {
  const create = useCreateGroup()
  const { troubles, complain, change } = useGroupTroubles(desk, onTrouble)
  const [failed, setFailed] = useState<string | null>(null)
  const { isBusy, setBusy } = desk

  async function send(): Promise<void> {
    const group = await contentOf(desk.newest(), pictures)
    const sent = keyFor(desk.newest(), group)
    desk.change({ sent })
    const { id, name } = await create.mutateAsync({ group, key: sent.key })
    desk.change({ group: { id, name }, sent: null })
  }

  function refuse(failure: unknown): void {
    setFailed(told(failure))
    if (!isRejection(failure)) return
    // The server would give the same no to the same key.
    desk.change({ sent: null })
    complain(failure.fields)
  }

  function submit(): void {
    if (isBusy) return
    clearSnackbars()
    setFailed(null)
    const found = troublesIn(desk.newest())
    complain(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const sending = send().catch(refuse)
    void sending.finally(() => setBusy(false))
  }

  return { troubles, failed, isBusy, submit, change }
}

/** Returns what is to stay in the dialog; what is wrong with a field stays there. */
function told(failure: unknown): string | null {
  const text = wordsOf(failure)
  const isOfField = isRejection(failure) && Object.keys(failure.fields).length > 0
  if (isOfField) showSnackbar('error', text)
  else tellBeside(text)
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

/** An upload that failed brings its own words. */
function wordsOf(failure: unknown): string {
  const isOther = failure instanceof Error && !(failure instanceof CallError)
  return isOther ? failure.message : errorTextWithRetry(failure)
}
