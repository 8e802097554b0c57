import { maxMessageMedia, type MessageMedium } from '@rootsquare/contract/messages'
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { uploadFile } from '#web/entities/uploads/send-file.ts'
import { pendingProgress, type Progress } from '#web/entities/uploads/upload-progress.ts'
import { sendMessage, type ConversationId } from '#web/features/messages/outbox/message-outbox.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { whenStoreLoads } from '#web/lib/storage/member-store.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { savedDraft, saveDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** A file for the next message, or a voice note, which becomes a message of its own once it is uploaded. */
export type Attachment = {
  id: string
  kind: MessageMedium['type']
  file: File
  /** A local address that shows the file before it is uploaded. */
  preview: string
  progress: Progress
  seconds: number | null
}

const tooMany = `A message can have at most ${maxMessageMedia} pictures.`
const wrongKind = 'Only JPEG, PNG, WebP, GIF and AVIF pictures can be sent.'
const texts = { failed: 'Upload failed', wrongKind: () => wrongKind }

const running = new Map<string, AbortController>()

/** Holds attachments in the cache, so that uploads continue while the member is on another page. */
export function attachmentsQuery({ memberId, otherId }: ConversationId) {
  return queryOptions<Attachment[]>({
    queryKey: ['attachments', memberId, otherId],
    queryFn: skipToken,
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

const attachmentsIn = (queryClient: QueryClient, conversationId: ConversationId) =>
  queryClient.getQueryData(attachmentsQuery(conversationId).queryKey) ?? []

function change(
  queryClient: QueryClient,
  conversationId: ConversationId,
  next: (all: Attachment[]) => Attachment[],
): void {
  const all = next(attachmentsIn(queryClient, conversationId))
  queryClient.setQueryData(attachmentsQuery(conversationId).queryKey, all)
  const uploaded = all.flatMap(({ id, kind, progress }) =>
    kind === 'image' && progress.is === 'done' ? [{ id, ...progress.uploaded, at: progress.at }] : [],
  )
  saveDraft(storageKeyOf(conversationId), uploaded.length > 0 ? uploaded : null)
}

/** Uploaded pictures survive a closed tab, like the text beside them. */
const storageKeyOf = ({ memberId, otherId }: ConversationId) => ({
  what: 'attachments',
  memberId,
  id: otherId,
})

type StoredPicture = { id: string; url: string; thumbnail: string | null; at: number }

/** The server deletes files that no message uses after a day. */
const freshMs = 12 * 3_600_000

const StoredPictures = {
  safeParse: (stored: unknown): { data?: StoredPicture[] } =>
    Array.isArray(stored) && stored.every(isStored) ? { data: stored } : {},
}

function isStored(value: unknown): value is StoredPicture {
  const texts = [propertyOf(value, 'id'), propertyOf(value, 'url')]
  return (
    texts.every((text) => typeof text === 'string') && Number(propertyOf(value, 'at')) > Date.now() - freshMs
  )
}

/** Shows the pictures that an earlier visit has uploaded. */
export async function restoreAttachments(
  queryClient: QueryClient,
  conversationId: ConversationId,
): Promise<void> {
  await whenStoreLoads(conversationId.memberId)
  const stored = savedDraft(storageKeyOf(conversationId), StoredPictures) ?? []
  change(queryClient, conversationId, (all) => [
    ...stored.filter(({ id }) => all.every((one) => one.id !== id)).map(restored),
    ...all,
  ])
}

function restored({ id, url, thumbnail, at }: StoredPicture): Attachment {
  const progress = { is: 'done', uploaded: { url, thumbnail }, at } as const
  return { id, kind: 'image', file: new File([], ''), preview: thumbnail ?? url, seconds: null, progress }
}

export function attachPictures(
  queryClient: QueryClient,
  conversationId: ConversationId,
  files: readonly File[],
): void {
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const remaining = maxMessageMedia - attachmentsIn(queryClient, conversationId).filter(isPicture).length
  if (pictures.length < files.length) showSnackbar('error', wrongKind)
  else if (pictures.length > remaining) showSnackbar('error', tooMany)
  for (const file of pictures.slice(0, remaining))
    attach(queryClient, conversationId, { kind: 'image', file })
}

export function attachVoiceNote(
  queryClient: QueryClient,
  conversationId: ConversationId,
  { file, seconds }: { file: File; seconds: number },
): void {
  attach(queryClient, conversationId, { kind: 'audio', file, seconds })
}

type NewAttachment = Pick<Attachment, 'kind' | 'file'> & { seconds?: number }

function attach(queryClient: QueryClient, conversationId: ConversationId, added: NewAttachment): void {
  const { kind, file, seconds = null } = added
  const preview = URL.createObjectURL(file)
  const attachment = { id: randomId(), kind, file, preview, seconds, progress: pendingProgress }
  change(queryClient, conversationId, (all) => [...all, attachment])
  void start(queryClient, conversationId, attachment)
}

export function retryAttachment(queryClient: QueryClient, conversationId: ConversationId, id: string): void {
  const attachment = attachmentsIn(queryClient, conversationId).find((one) => one.id === id)
  if (attachment) void start(queryClient, conversationId, attachment)
}

export function removeAttachments(
  queryClient: QueryClient,
  conversationId: ConversationId,
  ids: string[],
): void {
  for (const { id, preview } of attachmentsIn(queryClient, conversationId)) {
    if (!ids.includes(id)) continue
    running.get(id)?.abort()
    running.delete(id)
    URL.revokeObjectURL(preview)
  }
  change(queryClient, conversationId, (all) => all.filter(({ id }) => !ids.includes(id)))
}

export const isPicture = ({ kind }: Attachment) => kind === 'image'

/** Returns how a message contains an attachment; nothing until it is uploaded. */
export function mediaOf({ kind, seconds, progress }: Attachment): MessageMedium[] {
  if (progress.is !== 'done') return []
  const { url, thumbnail } = progress.uploaded
  return [{ url, thumbnail, type: kind, width: null, height: null, duration: seconds }]
}

async function start(
  queryClient: QueryClient,
  conversationId: ConversationId,
  attachment: Attachment,
): Promise<void> {
  const { id } = attachment
  const run = new AbortController()
  running.set(id, run)
  const setProgress = (progress: Progress) =>
    change(queryClient, conversationId, (all) =>
      all.map((one) => (one.id === id ? { ...one, progress } : one)),
    )
  setProgress(pendingProgress)
  await uploadFile(attachment, {
    queryClient,
    signal: run.signal,
    texts,
    onChange: ({ progress }) => progress && setProgress(progress),
  })
  sendVoiceNote(queryClient, conversationId, id)
}

/** Sends an uploaded voice note, unless it was removed or its member has signed out. */
function sendVoiceNote(queryClient: QueryClient, conversationId: ConversationId, id: string): void {
  const note = attachmentsIn(queryClient, conversationId).find((one) => one.id === id && !isPicture(one))
  if (note?.progress.is !== 'done') return
  sendMessage(queryClient, conversationId, { text: '', item: null, media: mediaOf(note) })
  removeAttachments(queryClient, conversationId, [id])
}
