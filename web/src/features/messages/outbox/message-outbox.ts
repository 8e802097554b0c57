import { createMessage, type Message, type MessageMedium } from '@rootsquare/contract/messages'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { notifyAnswered } from '#web/lib/net/wait.ts'
import type { MessageItem } from '#web/features/messages/thread/message-item.tsx'
import { messageKeys } from '#web/entities/messages/unread-count.ts'
import { applyMessage, closeThread, type ThreadData } from '#web/entities/messages/message-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import {
  changeEntries,
  deliverEntry,
  discardEntry,
  entriesIn,
  isShown,
  isTemporary,
  newEntry,
  sendUntilAnswered,
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
  discardEntry(queryClient, messageOutbox(threadId), id)
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
      await deliver(queryClient, threadId, entry)
    }
  } finally {
    sendingThreads.delete(name)
  }
}

async function deliver(queryClient: QueryClient, threadId: ThreadId, entry: OutboxEntry): Promise<void> {
  const thread = queryClient.getQueryData<ThreadData>(messageKeys.thread(threadId.otherId))
  newestBefore.set(entry.id, thread?.pages[0]?.content[0]?.chatId ?? 0)
  await deliverEntry(queryClient, messageOutbox(threadId), entry, {
    send: () =>
      sendUntilAnswered(queryClient, messageOutbox(threadId), entry.id, () => send(threadId, entry)),
    onSent(message) {
      if (message !== null && 'chatId' in message) applyMessage(queryClient, threadId.memberId, message)
    },
    onFailed: (failure) => changeOnFailure(queryClient, threadId, entry, failure),
  })
  newestBefore.delete(entry.id)
}

type Reply = ReplyOf<typeof createMessage>

async function send({ otherId }: ThreadId, { id, text, item, media }: OutboxEntry): Promise<Reply> {
  const files = messageMediaIn(media)
  const body = {
    eventType: 'MESSAGE' as const,
    message: text,
    userId: otherId,
    itemId: messageItemIn(item)?.id,
    ...(files.length > 0 && { media: files.map(({ url }) => ({ url })) }),
  }
  const { data } = await call(createMessage, { body, idempotencyKey: id })
  notifyAnswered()
  return data
}

function changeOnFailure(
  queryClient: QueryClient,
  threadId: ThreadId,
  { item }: OutboxEntry,
  failure: unknown,
) {
  // The text may be sent without the item. If the receiver is gone too, the next attempt shows it.
  if (messageItemIn(item) !== null && isMissing(failure)) {
    notify(queryClient, threadId, itemGoneError)
    return { item: null, error: itemGoneError }
  }
  // The conversation itself shows why its member is not found.
  const error = isTemporary(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
  notify(queryClient, threadId, error)
  if (isMissing(failure)) closeThread(queryClient, threadId.otherId)
  // A 403 means that the member was blocked in another tab, which the conversation shows.
  if (isMissing(failure) || (failure instanceof CallError && failure.status === 403)) {
    // The messages behind it would also fail.
    changeEntries(queryClient, messageOutbox(threadId), (all) => all.map((one) => ({ ...one, error })))
    void queryClient.invalidateQueries({ queryKey: messageKeys.thread(threadId.otherId) })
  }
  return { error }
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
