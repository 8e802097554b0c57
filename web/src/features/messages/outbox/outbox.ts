import { createMessage } from '@rootsquare/contract/messages'
import type { ReplyOf } from '@rootsquare/contract/endpoint'
import { notifyManager, queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { pause, notifyAnswered } from '#web/features/messages/live/live-wake.ts'
import { applyMessage, closeThread, messageKeys } from '#web/entities/messages/message-cache.ts'
import type { ThreadData } from '#web/entities/messages/message-cache.ts'
import {
  failed,
  saveOutgoing,
  savedOutgoing,
  storeKeyOf,
  warnWhileUnsent,
} from '#web/features/messages/outbox/outbox-storage.ts'
import type { Desk, Outgoing } from '#web/features/messages/outbox/outbox-storage.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { savedIds } from '#web/lib/storage/saved-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { isMissing, isRejection, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Words = Pick<Outgoing, 'text' | 'item'>
type Change = (box: Outgoing[]) => Outgoing[]

/** What a server that is being started anew, or something on the way to it, answers; 0: nobody did. */
const passing = [0, 502, 503, 504]
const patienceMs = 58_000
const [firstPauseMs, mostPauseMs, leastPauseMs] = [2000, 30_000, 1000]
const itemGone = 'The item is not for sale any more. Retry sends your message without it.'
/** Desks whose messages are going out, one after the other. */
const atWork = new Set<string>()

export function outgoingOf(desk: Desk) {
  return queryOptions<Outgoing[]>({
    queryKey: queryKeyOf(desk),
    queryFn: skipToken,
    initialData: () => savedOutgoing(desk),
    staleTime: Infinity,
  })
}

/** Goes on, and tells how it went, wherever the person is by then. */
export function sendMessage(queryClient: QueryClient, desk: Desk, words: Words): void {
  const { text, item } = words
  const outgoing = {
    key: randomId(),
    text: text.trim(),
    item,
    writtenAt: Date.now(),
    trouble: null,
    after: null,
  }
  // Whoever writes on tries what did not get through once more, as nothing overtakes it; but nothing goes without its item unasked.
  const again = (one: Outgoing) => (one.trouble === itemGone ? one : afresh(one))
  change(queryClient, desk, (box) => [...box.map(again), outgoing])
  void sendWaiting(queryClient, desk)
}

/** All of them, in the order in which they were written: none overtakes one that has failed. */
export function sendAgain(queryClient: QueryClient, desk: Desk): void {
  change(queryClient, desk, (box) => box.map(afresh))
  void sendWaiting(queryClient, desk)
}

/** As if it had been written just now. */
function afresh(one: Outgoing): Outgoing {
  return one.trouble === null ? one : { ...one, writtenAt: Date.now(), trouble: null }
}

/** The person does without it, and what stood behind it goes out. */
export function discard(queryClient: QueryClient, desk: Desk, key: string): void {
  remove(queryClient, desk, key)
  void sendWaiting(queryClient, desk)
}

/** What waits since before a reload, in whichever conversation. */
export function sendAllWaiting(queryClient: QueryClient, memberId: number): void {
  for (const otherId of savedIds('message-outbox', memberId)) {
    const desk = { memberId, otherId }
    warnWhileUnsent(desk, savedOutgoing(desk))
    void sendWaiting(queryClient, desk)
  }
}

/** One at a time, so that they arrive in the order in which they were written. */
export async function sendWaiting(queryClient: QueryClient, desk: Desk): Promise<void> {
  const name = storeKeyOf(desk)
  if (atWork.has(name)) return
  atWork.add(name)
  const isHere = whileSignedIn()
  const next = () => boxOf(queryClient, desk)[0]
  try {
    for (let outgoing = next(); outgoing?.trouble === null; outgoing = next()) {
      if (!isHere()) break
      await deliver(queryClient, desk, outgoing)
    }
  } finally {
    atWork.delete(name)
  }
}

async function deliver(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): Promise<void> {
  const { key } = outgoing
  const isHere = whileSignedIn()
  const after = newestIn(queryClient, desk)
  change(queryClient, desk, (box) => swap(box, key, { ...outgoing, after }))
  const { sent, failure } = await insist(queryClient, desk, outgoing)
  if (sent === undefined) {
    if (isHere() && failure !== undefined) fail(queryClient, desk, outgoing, failure)
    return
  }
  notifyAnswered()
  // Whoever comes back need not send it again; nothing is written that a sign-out has taken away.
  if (!isHere()) return saveOutgoing(desk, without(savedOutgoing(desk), key))
  // In one turn, so that it is never seen twice, nor not at all.
  notifyManager.batch(() => {
    remove(queryClient, desk, key)
    if ('chatId' in sent) applyMessage(queryClient, desk.memberId, sent)
  })
}

type Sending = { sent?: ReplyOf<typeof createMessage>; failure?: unknown }

/** Waits for a line that is down and for a server that is not there; without answer nor failure where nobody wants it any more. */
async function insist(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): Promise<Sending> {
  let began = performance.now()
  for (let tries = 0; ; tries += 1) {
    if (!navigator.onLine) {
      await whenOnline()
      began = performance.now()
    }
    // Whoever has signed out took it along, also if they are back.
    if (!boxOf(queryClient, desk).some(({ key }) => key === outgoing.key)) return {}
    const { sent, failure } = await send(desk, outgoing)
    if (sent !== undefined || !isPassing(failure)) return { sent, failure }
    if (navigator.onLine && performance.now() - began >= patienceMs) return { failure }
    await pause({ ms: Math.min(mostPauseMs, firstPauseMs * 2 ** tries), leastMs: leastPauseMs })
  }
}

async function send({ otherId }: Desk, { key, text, item }: Outgoing): Promise<Sending> {
  try {
    const body = { eventType: 'MESSAGE' as const, message: text, userId: otherId, itemId: item?.id }
    return { sent: (await call(createMessage, { body, idempotencyKey: key })).data }
  } catch (failure) {
    return { failure }
  }
}

function fail(queryClient: QueryClient, desk: Desk, outgoing: Outgoing, failure: unknown): void {
  if (outgoing.item !== null && isMissing(failure)) return failWithItem(queryClient, desk, outgoing)
  // Why nobody is found the conversation says itself, in its own words.
  const trouble = isPassing(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
  const isClosed = isForbidden(failure) || isMissing(failure)
  const key = isRejection(failure) ? randomId() : outgoing.key
  change(queryClient, desk, (box) =>
    swap(box, outgoing.key, { ...outgoing, key, trouble }).map((one) =>
      // What stands behind it would fare no better.
      isClosed ? { ...one, trouble } : one,
    ),
  )
  tell(queryClient, desk, trouble)
  if (isMissing(failure)) closeThread(queryClient, desk.otherId)
  if (isClosed) void queryClient.invalidateQueries({ queryKey: messageKeys.thread(desk.otherId) })
}

/** The words may go without the item; whether their reader is still there shows then. */
function failWithItem(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): void {
  change(queryClient, desk, (box) =>
    swap(box, outgoing.key, { ...outgoing, key: randomId(), item: null, trouble: itemGone }),
  )
  tell(queryClient, desk, itemGone)
}

let lastTold = { text: '', id: 0 }

/** Where the conversation is on screen, it stands there with the message; elsewhere it is said, once. */
function tell(queryClient: QueryClient, desk: Desk, text: string): void {
  const shown = queryClient.getQueryCache().find({ queryKey: queryKeyOf(desk) })
  if (shown !== undefined && shown.getObserversCount() > 0) return announce('live-assertive', text)
  if (lastTold.text === text) closeSnackbar(lastTold.id)
  lastTold = { text, id: showSnackbar('error', text) }
}

function isPassing(failure: unknown): boolean {
  return failure instanceof CallError && passing.includes(failure.status)
}

/** Blocked meanwhile, in another tab: the conversation says so. */
function isForbidden(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 403
}

function whenOnline(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (navigator.onLine) resolve()
  else window.addEventListener('online', () => resolve(), { once: true })
  return promise
}

function newestIn(queryClient: QueryClient, { otherId }: Desk): number {
  const data = queryClient.getQueryData<ThreadData>(messageKeys.thread(otherId))
  return data?.pages[0]?.content[0]?.chatId ?? 0
}

function swap(box: Outgoing[], key: string, outgoing: Outgoing): Outgoing[] {
  return box.map((one) => (one.key === key ? outgoing : one))
}

function remove(queryClient: QueryClient, desk: Desk, key: string): void {
  change(queryClient, desk, (box) => without(box, key))
}

function without(box: Outgoing[], key: string): Outgoing[] {
  return box.filter((one) => one.key !== key)
}

function boxOf(queryClient: QueryClient, desk: Desk): Outgoing[] {
  return queryClient.getQueryData<Outgoing[]>(queryKeyOf(desk)) ?? savedOutgoing(desk)
}

function change(queryClient: QueryClient, desk: Desk, next: Change): void {
  const box = next(boxOf(queryClient, desk))
  queryClient.setQueryData<Outgoing[]>(queryKeyOf(desk), box)
  saveOutgoing(desk, box)
}

function queryKeyOf({ memberId, otherId }: Desk) {
  return ['outbox', memberId, otherId] as const
}
