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
  newEntry,
  warnBeforeUnload,
  withoutError,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { isTemporary, sendUntilAnswered } from '#web/lib/storage/send-until-answered.ts'
import { propertyOf, savedIds } from '#web/lib/storage/saved-json.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** A conversation, by its two sides. */
export type ThreadId = { memberId: number; otherId: number }

const failed = 'Error sending message'
const itemGone = 'The item is not for sale any more. Retry sends your message without it.'
/** Other sides to whom messages are being sent, one after the other, by the members who write. */
const sendingThreads = new Set<string>()
/** For each message that is being sent, the newest that was there before it. */
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
  // A new message must not overtake failed ones, so they are tried again; but none goes without its item unless the member says so.
  const again = (one: OutboxEntry) => (one.error === itemGone ? one : withoutError(one))
  changeEntries(queryClient, messageOutbox(threadId), (entries) => [
    ...entries.map(again),
    newEntry(text, item, media),
  ])
  void sendWaiting(queryClient, threadId)
}

/** Sends all of them in the order in which they were written: none overtakes one that has failed. */
export function retryMessages(queryClient: QueryClient, threadId: ThreadId): void {
  changeEntries(queryClient, messageOutbox(threadId), (entries) => entries.map(withoutError))
  void sendWaiting(queryClient, threadId)
}

/** Those behind it are free to go out. */
export function discardMessage(queryClient: QueryClient, threadId: ThreadId, id: string): void {
  discardEntry(queryClient, messageOutbox(threadId), id)
  void sendWaiting(queryClient, threadId)
}

/** Sends what a reload interrupted, in all conversations. */
export function sendAllMessages(queryClient: QueryClient, memberId: number): void {
  for (const otherId of savedIds('message-outbox', memberId)) {
    const threadId = { memberId, otherId }
    warnBeforeUnload(messageOutbox(threadId))
    void sendWaiting(queryClient, threadId)
  }
}

/** One at a time, so that they arrive in the order in which they were written. */
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
  // The text may go without the item. If the receiver is gone too, the next try shows it.
  if (messageItemIn(item) !== null && isMissing(failure)) {
    notify(queryClient, threadId, itemGone)
    return { item: null, error: itemGone }
  }
  // The conversation itself says why its member is not found.
  const error = isTemporary(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
  notify(queryClient, threadId, error)
  if (isMissing(failure)) closeThread(queryClient, threadId.otherId)
  // A 403: the member was blocked in another tab, which the conversation shows.
  if (isMissing(failure) || (failure instanceof CallError && failure.status === 403)) {
    // Those behind it would fail as well.
    changeEntries(queryClient, messageOutbox(threadId), (all) => all.map((one) => ({ ...one, error })))
    void queryClient.invalidateQueries({ queryKey: messageKeys.thread(threadId.otherId) })
  }
  return { error }
}

let lastNotice = { text: '', id: 0 }

/** An open conversation shows the error beside the message; on other pages one snackbar does. */
function notify(queryClient: QueryClient, threadId: ThreadId, text: string): void {
  if (isShown(queryClient, messageOutbox(threadId))) return announce('live-assertive', text)
  if (lastNotice.text === text) closeSnackbar(lastNotice.id)
  lastNotice = { text, id: showSnackbar('error', text) }
}

/** The stream may bring a message before the call that sent it is answered. */
export function hasArrived(entry: OutboxEntry, { memberId }: ThreadId, messages: Message[]): boolean {
  const after = newestBefore.get(entry.id) ?? Infinity
  const firstFile = messageMediaIn(entry.media)[0]?.url
  return messages.some(
    ({ chatId, senderId, message, media }) =>
      chatId > after && senderId === memberId && message === entry.text && media[0]?.url === firstFile,
  )
}

/** Of an entry, which may come from the storage. */
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

/** Null where it is about none, or where the storage contains something else. */
export function messageItemIn(stored: unknown): MessageItem | null {
  const [id, price] = [Number(propertyOf(stored, 'id')), Number(propertyOf(stored, 'price'))]
  const [name, imageUrl] = [propertyOf(stored, 'name'), propertyOf(stored, 'imageUrl')]
  if (!Number.isInteger(id) || !Number.isFinite(price) || typeof name !== 'string') return null
  return { id, name, price, imageUrl: typeof imageUrl === 'string' ? imageUrl : null }
}
