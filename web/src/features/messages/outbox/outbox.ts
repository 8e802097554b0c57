import { createMessage } from '@rootsquare/contract/messages'
import type { ReplyOf } from '@rootsquare/contract/endpoint'
import { notifyManager, queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { wait, notifyAnswered } from '#web/features/messages/live/wait.ts'
import { applyMessage, closeThread, messageKeys } from '#web/entities/messages/message-cache.ts'
import type { ThreadData } from '#web/entities/messages/message-cache.ts'
import {
  failed,
  saveOutgoing,
  savedOutgoing,
  storeKeyOf,
  warnBeforeUnload,
} from '#web/features/messages/outbox/outbox-storage.ts'
import type { ThreadId, Outgoing } from '#web/features/messages/outbox/outbox-storage.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { savedIds } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { isMissing, isRejection, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type NewText = Pick<Outgoing, 'text' | 'item'>
type Change = (box: Outgoing[]) => Outgoing[]

/** A server that restarts, or a proxy before it, answers with these; 0: no answer came. */
const temporaryStatuses = [0, 502, 503, 504]
const giveUpAfterMs = 58_000
const [firstWaitMs, mostWaitMs, leastWaitMs] = [2000, 30_000, 1000]
const itemGone = 'The item is not for sale any more. Retry sends your message without it.'
/** Conversations whose messages are being sent, one after the other. */
const sendingThreads = new Set<string>()

export function outgoingOf(threadId: ThreadId) {
  return queryOptions<Outgoing[]>({
    queryKey: queryKeyOf(threadId),
    queryFn: skipToken,
    initialData: () => savedOutgoing(threadId),
    staleTime: Infinity,
  })
}

/** Continues on whichever page the member is by then, and shows there how it ended. */
export function sendMessage(queryClient: QueryClient, threadId: ThreadId, { text, item }: NewText): void {
  const outgoing = {
    key: randomId(),
    text: text.trim(),
    item,
    writtenAt: Date.now(),
    error: null,
    after: null,
  }
  // A new message must not overtake failed ones, so they are tried again; but none goes without its item unless the member says so.
  const again = (one: Outgoing) => (one.error === itemGone ? one : withoutError(one))
  change(queryClient, threadId, (box) => [...box.map(again), outgoing])
  void sendWaiting(queryClient, threadId)
}

/** Sends all of them in the order in which they were written: none overtakes one that has failed. */
export function retryOutgoing(queryClient: QueryClient, threadId: ThreadId): void {
  change(queryClient, threadId, (box) => box.map(withoutError))
  void sendWaiting(queryClient, threadId)
}

function withoutError(one: Outgoing): Outgoing {
  return one.error === null ? one : { ...one, writtenAt: Date.now(), error: null }
}

/** Those behind it are free to go out. */
export function deleteOutgoing(queryClient: QueryClient, threadId: ThreadId, key: string): void {
  remove(queryClient, threadId, key)
  void sendWaiting(queryClient, threadId)
}

/** Sends what a reload interrupted, in all conversations. */
export function sendAllWaiting(queryClient: QueryClient, memberId: number): void {
  for (const otherId of savedIds('message-outbox', memberId)) {
    const threadId = { memberId, otherId }
    warnBeforeUnload(threadId, savedOutgoing(threadId))
    void sendWaiting(queryClient, threadId)
  }
}

/** One at a time, so that they arrive in the order in which they were written. */
export async function sendWaiting(queryClient: QueryClient, threadId: ThreadId): Promise<void> {
  const name = storeKeyOf(threadId)
  if (sendingThreads.has(name)) return
  sendingThreads.add(name)
  const isSignedIn = whileSignedIn()
  const next = () => boxOf(queryClient, threadId)[0]
  try {
    for (let outgoing = next(); outgoing?.error === null; outgoing = next()) {
      if (!isSignedIn()) break
      await deliver(queryClient, threadId, outgoing)
    }
  } finally {
    sendingThreads.delete(name)
  }
}

async function deliver(queryClient: QueryClient, threadId: ThreadId, outgoing: Outgoing): Promise<void> {
  const { key } = outgoing
  const isSignedIn = whileSignedIn()
  const after = newestIn(queryClient, threadId)
  change(queryClient, threadId, (box) => replace(box, key, { ...outgoing, after }))
  const { sent, failure } = await sendUntilAnswered(queryClient, threadId, outgoing)
  if (sent === undefined) {
    if (isSignedIn() && failure !== undefined) fail(queryClient, threadId, outgoing, failure)
    return
  }
  notifyAnswered()
  // A member who signs in again must not send it twice, and a sign-out has cleared the rest.
  if (!isSignedIn()) return saveOutgoing(threadId, without(savedOutgoing(threadId), key))
  // In one batch, so that the message never shows twice or not at all.
  notifyManager.batch(() => {
    remove(queryClient, threadId, key)
    if ('chatId' in sent) applyMessage(queryClient, threadId.memberId, sent)
  })
}

type Sending = { sent?: ReplyOf<typeof createMessage>; failure?: unknown }

/** Waits while there is no connection or no server. Returns neither a message nor a failure where it was deleted meanwhile. */
async function sendUntilAnswered(
  queryClient: QueryClient,
  threadId: ThreadId,
  outgoing: Outgoing,
): Promise<Sending> {
  let began = performance.now()
  for (let tries = 0; ; tries += 1) {
    if (!navigator.onLine) {
      await whenOnline()
      began = performance.now()
    }
    // A sign-out deletes it, also when the member has signed in again.
    if (!boxOf(queryClient, threadId).some(({ key }) => key === outgoing.key)) return {}
    const { sent, failure } = await send(threadId, outgoing)
    if (sent !== undefined || !isTemporary(failure)) return { sent, failure }
    if (navigator.onLine && performance.now() - began >= giveUpAfterMs) return { failure }
    await wait({ ms: Math.min(mostWaitMs, firstWaitMs * 2 ** tries), leastMs: leastWaitMs })
  }
}

async function send({ otherId }: ThreadId, { key, text, item }: Outgoing): Promise<Sending> {
  try {
    const body = { eventType: 'MESSAGE' as const, message: text, userId: otherId, itemId: item?.id }
    return { sent: (await call(createMessage, { body, idempotencyKey: key })).data }
  } catch (failure) {
    return { failure }
  }
}

function fail(queryClient: QueryClient, threadId: ThreadId, outgoing: Outgoing, failure: unknown): void {
  if (outgoing.item !== null && isMissing(failure)) return failWithItem(queryClient, threadId, outgoing)
  // The conversation itself says why its member is not found.
  const error = isTemporary(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
  const isClosed = isForbidden(failure) || isMissing(failure)
  const key = isRejection(failure) ? randomId() : outgoing.key
  change(queryClient, threadId, (box) =>
    replace(box, outgoing.key, { ...outgoing, key, error }).map((one) =>
      // Those behind it would fail as well.
      isClosed ? { ...one, error } : one,
    ),
  )
  notify(queryClient, threadId, error)
  if (isMissing(failure)) closeThread(queryClient, threadId.otherId)
  if (isClosed) void queryClient.invalidateQueries({ queryKey: messageKeys.thread(threadId.otherId) })
}

/** The text may go without the item. If the receiver is gone too, the next try shows it. */
function failWithItem(queryClient: QueryClient, threadId: ThreadId, outgoing: Outgoing): void {
  change(queryClient, threadId, (box) =>
    replace(box, outgoing.key, { ...outgoing, key: randomId(), item: null, error: itemGone }),
  )
  notify(queryClient, threadId, itemGone)
}

let lastNotice = { text: '', id: 0 }

/** An open conversation shows the error beside the message; on other pages one snackbar does. */
function notify(queryClient: QueryClient, threadId: ThreadId, text: string): void {
  const shown = queryClient.getQueryCache().find({ queryKey: queryKeyOf(threadId) })
  if (shown !== undefined && shown.getObserversCount() > 0) return announce('live-assertive', text)
  if (lastNotice.text === text) closeSnackbar(lastNotice.id)
  lastNotice = { text, id: showSnackbar('error', text) }
}

function isTemporary(failure: unknown): boolean {
  return failure instanceof CallError && temporaryStatuses.includes(failure.status)
}

/** The member was blocked in another tab, which the conversation shows. */
function isForbidden(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 403
}

function whenOnline(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (navigator.onLine) resolve()
  else window.addEventListener('online', () => resolve(), { once: true })
  return promise
}

function newestIn(queryClient: QueryClient, { otherId }: ThreadId): number {
  const data = queryClient.getQueryData<ThreadData>(messageKeys.thread(otherId))
  return data?.pages[0]?.content[0]?.chatId ?? 0
}

function replace(box: Outgoing[], key: string, outgoing: Outgoing): Outgoing[] {
  return box.map((one) => (one.key === key ? outgoing : one))
}

function remove(queryClient: QueryClient, threadId: ThreadId, key: string): void {
  change(queryClient, threadId, (box) => without(box, key))
}

function without(box: Outgoing[], key: string): Outgoing[] {
  return box.filter((one) => one.key !== key)
}

function boxOf(queryClient: QueryClient, threadId: ThreadId): Outgoing[] {
  return queryClient.getQueryData<Outgoing[]>(queryKeyOf(threadId)) ?? savedOutgoing(threadId)
}

function change(queryClient: QueryClient, threadId: ThreadId, next: Change): void {
  const box = next(boxOf(queryClient, threadId))
  queryClient.setQueryData<Outgoing[]>(queryKeyOf(threadId), box)
  saveOutgoing(threadId, box)
}

function queryKeyOf({ memberId, otherId }: ThreadId) {
  return ['outbox', memberId, otherId] as const
}
