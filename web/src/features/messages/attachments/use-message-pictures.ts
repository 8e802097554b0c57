import { maxMessageMedia, type MessageMedium } from '@rootsquare/contract/messages'
import { chosenFileError } from '#web/entities/uploads/check-file.ts'
import { newDraftFile, useDraftFiles, type DraftFile } from '#web/entities/uploads/use-draft-files.ts'
import { useUploads } from '#web/entities/uploads/use-uploads.ts'
import type { ConversationId } from '#web/features/messages/outbox/message-outbox.ts'
import { filePath } from '#web/features/messages/outbox/voice-note-upload.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { useLiveDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const tooMany = `A message can have at most ${maxMessageMedia} pictures.`
const wrongKind = 'Only JPEG, PNG, WebP, GIF and AVIF pictures can be sent.'
const texts = { failed: 'Upload failed', wrongKind: () => wrongKind }

type PicturesDraft = { files: readonly DraftFile[] }
const none: PicturesDraft = { files: [] }
const isBlank = ({ files }: PicturesDraft) => files.length === 0

const StoredPictures = {
  safeParse: (stored: unknown) => (isDraft(stored) ? { data: stored } : {}),
  merge: (stored: unknown, chosen: unknown) =>
    isDraft(stored) && isDraft(chosen) ? { files: [...stored.files, ...chosen.files] } : (chosen ?? stored),
}

function isDraft(stored: unknown): stored is PicturesDraft {
  return Array.isArray(propertyOf(stored, 'files'))
}

/** The pictures of the next message, which survive a closed tab like the text beside them. */
export function useMessagePictures({ memberId, otherId }: ConversationId) {
  const stored = useLiveDraft({ what: 'attachments', memberId, id: otherId }, StoredPictures, none, isBlank)
  const { draft, change } = stored
  const pathOf = (id: string) => filePath(otherId, id)
  const { append, ...pictures } = useDraftFiles({ memberId, pathOf, draft, change })
  useUploads(pictures.files, {
    texts,
    change: pictures.change,
    reject({ id, name }, reason) {
      pictures.remove([id])
      showSnackbar('error', `${name}: ${reason}`)
    },
  })

  function add(chosen: readonly File[]): void {
    const fit = chosen.filter((file) => {
      const error = chosenFileError(file, texts)
      if (error !== null) showSnackbar('error', error)
      return error === null
    })
    const left = maxMessageMedia - stored.readLatest().files.length
    if (fit.length > left) showSnackbar('error', tooMany)
    append(fit.slice(0, left).map((file) => newDraftFile(file, 'image')))
  }

  return { ...pictures, add }
}

/** Returns how a message contains the pictures that are uploaded. */
export function mediaOf(pictures: readonly DraftFile[]): MessageMedium[] {
  return pictures.flatMap(({ done }) =>
    done === null
      ? []
      : [{ ...done.uploaded, type: 'image' as const, width: null, height: null, duration: null }],
  )
}
