import { createMessage, type Message, type MessageMedium } from '@rootsquare/contract/messages'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { MessageItem } from '#web/features/messages/thread/message-item.tsx'
import { messageKeys } from '#web/entities/messages/unread-count.ts'
import { applyMessage, closeThread, type ThreadData } from '#web/entities/messages/message-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { isTemporary, retryUntilAnswered } from '#web/lib/net/retry-until-answered.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import {
  changeEntries,
  entriesIn,
  isSaved,
  isShown,
  newEntry,
  removeEntry,
  saveFailed,
  warnBeforeUnload,
  withoutError,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { propertyOf, savedIds } from '#web/lib/storage/saved-json.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Identifies a conversation by its two sides. */
export type ThreadId = { memberId: number; otherId: number }

const failed = 'Error sending message'
const itemGoneError = 'The item is not for sale any more. Retry sends your message without it.'
/** The conversations in which messages are being sent, one after the other. */
const sendingThreads = new Set<string>()
/** Maps each message that is being sent to the newest message before it. */
const newestBefore = new Map<string, number>()

export function messageOutbox({ memberId, otherId }: ThreadId): Outbox {
  return {
    kind: 'message',
    memberId,
    id: otherId,
    interruptedError: failed,
    warnsBeforeUnload: true,
  }
}

export function sendMessage(
  queryClient: QueryClient,
  threadId: ThreadId,
  { text, item, media = [] }: { text: string; item: MessageItem | null; media?: MessageMedium[] },
): void {
  // A new message must not overtake failed ones, so those are retried. If the item is gone, the member decides.
  const again = (one: OutboxEntry) => (one.error === itemGoneError ? one : withoutError(one))
  changeEntries(queryClient, messageOutbox(threadId), (entries) => [
    ...entries.map(again),
    newEntry(text, item, media),
  ])
  void sendWaiting(queryClient, threadId)
}

/** Sends all messages in the order in which they were written, so that none overtakes a failed one. */
export function retryMessages(queryClient: QueryClient, threadId: ThreadId): void {
  changeEntries(queryClient, messageOutbox(threadId), (entries) => entries.map(withoutError))
  void sendWaiting(queryClient, threadId)
}

/** Discards a failed message, so that the ones behind it can be sent. */
export function discardMessage(queryClient: QueryClient, threadId: ThreadId, id: string): void {
  removeEntry(queryClient, messageOutbox(threadId), id)
  void sendWaiting(queryClient, threadId)
}

/** Sends the messages in all conversations that a reload interrupted. */
export function sendAllMessages(queryClient: QueryClient, memberId: number): void {
  for (const otherId of savedIds('message-outbox', memberId)) {
    const threadId = { memberId, otherId }
    warnBeforeUnload(messageOutbox(threadId))
    void sendWaiting(queryClient, threadId)
  }
}

/** Sends one message at a time, so that they arrive in the order in which they were written. */
export async function sendWaiting(queryClient: QueryClient, threadId: ThreadId): Promise<void> {
  const name = `${threadId.memberId}.${threadId.otherId}`
  if (sendingThreads.has(name)) return
  sendingThreads.add(name)
  const isSignedIn = whileSignedIn()
  const next = () => entriesIn(queryClient, messageOutbox(threadId))[0]
  try {
    for (let entry = next(); entry?.error === null; entry = next()) {
      if (!isSignedIn()) break
      await sendEntry(queryClient, threadId, entry)
    }
  } finally {
    sendingThreads.delete(name)
  }
}

async function sendEntry(queryClient: QueryClient, threadId: ThreadId, entry: OutboxEntry): Promise<void> {
  const outbox = messageOutbox(threadId)
  const isSignedIn = whileSignedIn()
  const thread = queryClient.getQueryData<ThreadData>(messageKeys.thread(threadId.otherId))
  newestBefore.set(entry.id, thread?.pages[0]?.content[0]?.chatId ?? 0)
  try {
    const sent = await retryUntilAnswered(
      () => call(createMessage, { body: bodyOf(threadId, entry), idempotencyKey: entry.id }),
      () => isSaved(queryClient, outbox, entry),
    )
    // A member who has signed out must not send it again after signing in.
    if (sent === null || !isSignedIn()) return removeEntry(queryClient, outbox, entry.id)
    // One batch, so that the text is never shown twice or not at all.
    notifyManager.batch(() => {
      if ('chatId' in sent.data) applyMessage(queryClient, threadId.memberId, sent.data)
      removeEntry(queryClient, outbox, entry.id)
    })
  } catch (failure) {
    if (isSignedIn()) notifyManager.batch(() => reportFailed(queryClient, threadId, entry, failure))
  } finally {
    newestBefore.delete(entry.id)
  }
}

function bodyOf({ otherId }: ThreadId, { text, item, media }: OutboxEntry) {
  const files = messageMediaIn(media)
  return {
    eventType: 'MESSAGE' as const,
    message: text,
    userId: otherId,
    itemId: messageItemIn(item)?.id,
    ...(files.length > 0 && { media: files.map(({ url }) => ({ url })) }),
  }
}

function reportFailed(
  queryClient: QueryClient,
  threadId: ThreadId,
  entry: OutboxEntry,
  failure: unknown,
): void {
  const outbox = messageOutbox(threadId)
  // The text may be sent without the item. If the receiver is gone too, the next attempt shows it.
  if (messageItemIn(entry.item) !== null && isMissing(failure)) {
    notify(queryClient, threadId, itemGoneError)
    return saveFailed(queryClient, outbox, { ...entry, item: null, error: itemGoneError }, failure)
  }
  // The conversation itself shows why its member is not found.
  const error = isTemporary(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
  notify(queryClient, threadId, error)
  if (isMissing(failure)) closeThread(queryClient, threadId.otherId)
  // A 403 means that the member was blocked in another tab, which the conversation shows.
  if (isMissing(failure) || (failure instanceof CallError && failure.status === 403)) {
    // The messages behind it would also fail.
    changeEntries(queryClient, outbox, (all) => all.map((one) => ({ ...one, error })))
    void queryClient.invalidateQueries({ queryKey: messageKeys.thread(threadId.otherId) })
  }
  saveFailed(queryClient, outbox, { ...entry, error }, failure)
}

let lastNotice = { text: '', id: 0 }

/** Reports an error. An open conversation shows it beside the message, so it is only announced there. */
function notify(queryClient: QueryClient, threadId: ThreadId, text: string): void {
  if (isShown(queryClient, messageOutbox(threadId))) return announce('live-assertive', text)
  if (lastNotice.text === text) closeSnackbar(lastNotice.id)
  lastNotice = { text, id: showSnackbar('error', text) }
}

/** Returns whether the stream has delivered a message before the call that sent it was answered. */
export function hasArrived(entry: OutboxEntry, { memberId }: ThreadId, messages: Message[]): boolean {
  const after = newestBefore.get(entry.id) ?? Infinity
  const firstFile = messageMediaIn(entry.media)[0]?.url
  return messages.some(
    ({ chatId, senderId, message, media }) =>
      chatId > after && senderId === memberId && message === entry.text && media[0]?.url === firstFile,
  )
}

/** Reads the media of an entry, which may come from the storage and contain anything. */
export function messageMediaIn(stored: unknown): MessageMedium[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const [url, thumbnail] = [propertyOf(one, 'url'), propertyOf(one, 'thumbnail')]
    if (typeof url !== 'string') return []
    const isAudio = propertyOf(one, 'type') === 'audio'
    const duration = Number(propertyOf(one, 'duration')) || null
    return [
      {
        url,
        thumbnail: typeof thumbnail === 'string' ? thumbnail : null,
        type: isAudio ? 'audio' : 'image',
        width: null,
        height: null,
        duration,
      } satisfies MessageMedium,
    ]
  })
}

/** Returns null if the message is about no item, or if the storage contains something else. */
export function messageItemIn(stored: unknown): MessageItem | null {
  const [id, price] = [Number(propertyOf(stored, 'id')), Number(propertyOf(stored, 'price'))]
  const [name, imageUrl] = [propertyOf(stored, 'name'), propertyOf(stored, 'imageUrl')]
  if (!Number.isInteger(id) || !Number.isFinite(price) || typeof name !== 'string') return null
  return { id, name, price, imageUrl: typeof imageUrl === 'string' ? imageUrl : null }
}
