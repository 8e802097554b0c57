import { maxMessageMedia, type MessageMedium } from '@rootsquare/contract/messages'
import { imageTypes, maxImageBytes, uploadMedia } from '@rootsquare/contract/uploads'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { sendMessage, type ThreadId } from '#web/features/messages/outbox/message-outbox.ts'
import { shrinkImage } from '#web/lib/media/shrink-image.ts'
import { CallError } from '#web/lib/net/call.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { upload, type UploadTarget } from '#web/lib/net/upload.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** A file for the next message, or a voice note, which becomes a message of its own once it is uploaded. */
export type Attachment = {
  id: string
  kind: MessageMedium['type']
  file: File
  /** A local address that shows the file before it is uploaded. */
  preview: string
  /** The share of the upload that is done, from 0 to 1. */
  share: number
  uploaded: MessageMedium | null
  error: string | null
  /** Whether no answer came, so that it is sent again as soon as the connection is back. */
  isLost: boolean
  seconds: number | null
}

const failed = 'Upload failed'
const tooMany = `A message can have at most ${maxMessageMedia} pictures.`
const wrongKind = 'Only JPEG, PNG, WebP, GIF and AVIF pictures can be sent.'
const tooHeavy = `A picture may have at most ${maxImageBytes / 1_000_000} MB.`
const known: readonly string[] = imageTypes
/** Voice notes go to the own server, because an operator's image host accepts no audio. */
const ownStore: UploadTarget = { url: `/api${uploadMedia.path}`, preset: 'voice-note' }

const running = new Map<string, AbortController>()

/** Holds attachments in the cache, so that uploads continue while the member is on another page. */
export function attachmentsQuery({ memberId, otherId }: ThreadId) {
  return queryOptions<Attachment[]>({
    queryKey: ['attachments', memberId, otherId],
    queryFn: skipToken,
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

const attachmentsIn = (queryClient: QueryClient, threadId: ThreadId) =>
  queryClient.getQueryData(attachmentsQuery(threadId).queryKey) ?? []

function change(
  queryClient: QueryClient,
  threadId: ThreadId,
  next: (all: Attachment[]) => Attachment[],
): void {
  queryClient.setQueryData(attachmentsQuery(threadId).queryKey, next(attachmentsIn(queryClient, threadId)))
}

export function attachPictures(queryClient: QueryClient, threadId: ThreadId, files: readonly File[]): void {
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const remaining = maxMessageMedia - attachmentsIn(queryClient, threadId).filter(isPicture).length
  if (pictures.length < files.length) showSnackbar('error', wrongKind)
  else if (pictures.length > remaining) showSnackbar('error', tooMany)
  for (const file of pictures.slice(0, remaining)) attach(queryClient, threadId, { kind: 'image', file })
}

export function attachVoiceNote(
  queryClient: QueryClient,
  threadId: ThreadId,
  { file, seconds }: { file: File; seconds: number },
): void {
  attach(queryClient, threadId, { kind: 'audio', file, seconds })
}

type NewAttachment = Pick<Attachment, 'kind' | 'file'> & { seconds?: number }

function attach(queryClient: QueryClient, threadId: ThreadId, added: NewAttachment): void {
  const { kind, file, seconds = null } = added
  const preview = URL.createObjectURL(file)
  const state = { share: 0, uploaded: null, error: null, isLost: false }
  const attachment = { id: randomId(), kind, file, preview, seconds, ...state }
  change(queryClient, threadId, (all) => [...all, attachment])
  void start(queryClient, threadId, attachment)
}

export function retryAttachment(queryClient: QueryClient, threadId: ThreadId, id: string): void {
  const attachment = attachmentsIn(queryClient, threadId).find((one) => one.id === id)
  if (attachment) void start(queryClient, threadId, attachment)
}

export function removeAttachments(queryClient: QueryClient, threadId: ThreadId, ids: string[]): void {
  for (const { id, preview } of attachmentsIn(queryClient, threadId)) {
    if (!ids.includes(id)) continue
    running.get(id)?.abort()
    running.delete(id)
    URL.revokeObjectURL(preview)
  }
  change(queryClient, threadId, (all) => all.filter(({ id }) => !ids.includes(id)))
}

export const isPicture = ({ kind }: Attachment) => kind === 'image'

async function start(queryClient: QueryClient, threadId: ThreadId, attachment: Attachment): Promise<void> {
  const { id } = attachment
  const run = new AbortController()
  running.set(id, run)
  const update = (news: Partial<Attachment>) => {
    if (run.signal.aborted) return
    change(queryClient, threadId, (all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)))
  }
  update({ share: 0, error: null })
  try {
    const watch = { signal: run.signal, onProgress: (share: number) => update({ share }) }
    const uploaded = await uploadAttachment(queryClient, attachment, watch)
    update({ uploaded })
    if (attachment.kind === 'audio') sendVoiceNote(queryClient, threadId, { id, uploaded })
  } catch (failure) {
    const isLost = failure instanceof CallError && failure.status === 0
    update({
      error: failure instanceof UnfitFileError ? failure.message : errorText(failure, failed),
      isLost,
    })
  }
}

type UploadOptions = { signal: AbortSignal; onProgress: (share: number) => void }

async function uploadAttachment(
  queryClient: QueryClient,
  { kind, file, seconds }: Attachment,
  watch: UploadOptions,
): Promise<MessageMedium> {
  const isAudio = kind === 'audio'
  const ready = isAudio ? file : await shrinkPicture(file)
  const target = isAudio ? ownStore : (await queryClient.fetchQuery(configuration())).upload
  const { url, thumbnail } = await upload(target, { file: ready }, watch)
  return { url, thumbnail, type: kind, width: null, height: null, duration: seconds }
}

/** A file that can never be sent. */
class UnfitFileError extends Error {}

async function shrinkPicture(file: File): Promise<File> {
  const smaller = await shrinkImage(file)
  if (!known.includes(smaller.type)) throw new UnfitFileError(wrongKind)
  if (smaller.size > maxImageBytes) throw new UnfitFileError(tooHeavy)
  return smaller
}

type SentNote = { id: string; uploaded: MessageMedium }

/** Sends an uploaded voice note, unless it was removed or its member has signed out. */
function sendVoiceNote(queryClient: QueryClient, threadId: ThreadId, { id, uploaded }: SentNote): void {
  if (!attachmentsIn(queryClient, threadId).some((one) => one.id === id)) return
  sendMessage(queryClient, threadId, { text: '', item: null, media: [uploaded] })
  removeAttachments(queryClient, threadId, [id])
}
