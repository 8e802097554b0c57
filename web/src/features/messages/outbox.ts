import { createMessage } from '@rootsquare/contract/messages'
import { notifyManager, queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { applyMessage, messageKeys } from '#web/features/messages/message-cache.ts'
import type { ThreadData } from '#web/features/messages/message-cache.ts'
import {
  failed,
  keepOutgoing,
  keptOutgoing,
  storeKeyOf,
  warnWhileUnsent,
} from '#web/features/messages/outbox-kept.ts'
import type { Desk, Outgoing } from '#web/features/messages/outbox-kept.ts'
import { call, CallFailure } from '#web/lib/call.ts'
import { keptIds } from '#web/lib/kept-text.ts'
import { randomId } from '#web/lib/random-id.ts'
import { isMissing, isRefusal, saidByServer } from '#web/lib/said-by-server.ts'
import { whileHere } from '#web/lib/while-here.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

type Change = (box: Outgoing[]) => Outgoing[]

const pauseMs = 300
/** Desks whose messages are going out, one after the other. */
const atWork = new Set<string>()

export function outgoingOf(desk: Desk) {
  return queryOptions<Outgoing[]>({
    queryKey: queryKeyOf(desk),
    queryFn: skipToken,
    initialData: () => keptOutgoing(desk),
    staleTime: Infinity,
  })
}

/** Goes on, and tells how it went, wherever the person is by then. */
export function sendMessage(queryClient: QueryClient, desk: Desk, text: string): void {
  const outgoing = { key: randomId(), text: text.trim(), writtenAt: Date.now(), trouble: null, after: null }
  change(queryClient, desk, (box) => [...box, outgoing])
  void sendWaiting(queryClient, desk)
}

export function sendAgain(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): void {
  const again = { ...outgoing, writtenAt: Date.now(), trouble: null }
  change(queryClient, desk, (box) => swap(box, outgoing.key, again))
  void sendWaiting(queryClient, desk)
}

export function discard(queryClient: QueryClient, desk: Desk, key: string): void {
  change(queryClient, desk, (box) => without(box, key))
}

/** What waits since before a reload, in whichever conversation. */
export function sendAllWaiting(queryClient: QueryClient, memberId: number): void {
  for (const otherId of keptIds('message-outbox', memberId)) {
    const desk = { memberId, otherId }
    warnWhileUnsent(desk, keptOutgoing(desk))
    void sendWaiting(queryClient, desk)
  }
}

/** One at a time, so that they arrive in the order in which they were written. */
export async function sendWaiting(queryClient: QueryClient, desk: Desk): Promise<void> {
  const name = storeKeyOf(desk)
  if (atWork.has(name)) return
  atWork.add(name)
  const isHere = whileHere()
  const next = () => boxOf(queryClient, desk).find(({ trouble }) => trouble === null)
  try {
    for (let outgoing = next(); outgoing !== undefined; outgoing = next()) {
      await whenOnline()
      if (!isHere()) break
      await deliver(queryClient, desk, outgoing)
    }
  } finally {
    atWork.delete(name)
  }
}

async function deliver(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): Promise<void> {
  const { key } = outgoing
  const isHere = whileHere()
  const after = newestIn(queryClient, desk)
  change(queryClient, desk, (box) => swap(box, key, { ...outgoing, after }))
  const { sent, failure } = await send(desk, outgoing)
  if (sent === undefined) {
    // A page that is being left sees its calls fail, and a device knows a moment later that it is offline.
    if (isSilent(failure)) await pause()
    if (isHere() && !(isSilent(failure) && !navigator.onLine)) fail(queryClient, desk, outgoing, failure)
    return
  }
  // Whoever comes back need not send it again; nothing is written that a sign-out has taken away.
  if (!isHere()) return keepOutgoing(desk, without(keptOutgoing(desk), key))
  // In one turn, so that it is never seen twice, nor not at all.
  notifyManager.batch(() => {
    discard(queryClient, desk, key)
    if ('chatId' in sent) applyMessage(queryClient, desk.memberId, sent)
  })
}

async function send({ otherId }: Desk, { key, text }: Outgoing) {
  try {
    const body = { eventType: 'MESSAGE' as const, message: text, userId: otherId }
    return { sent: (await call(createMessage, { body, idempotencyKey: key })).data }
  } catch (failure) {
    return { failure }
  }
}

function fail(queryClient: QueryClient, desk: Desk, outgoing: Outgoing, failure: unknown): void {
  const { key } = outgoing
  const trouble = saidByServer(failure, failed)
  const next = { ...outgoing, key: isRefusal(failure) ? randomId() : key, trouble }
  change(queryClient, desk, (box) => swap(box, key, next))
  showSnackbar('error', trouble)
  if (isForbidden(failure) || isMissing(failure))
    void queryClient.invalidateQueries({ queryKey: messageKeys.thread(desk.otherId) })
}

function isSilent(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 0
}

/** Blocked meanwhile, in another tab: the conversation says so. */
function isForbidden(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 403
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, pauseMs)
  })
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

function without(box: Outgoing[], key: string): Outgoing[] {
  return box.filter((one) => one.key !== key)
}

function boxOf(queryClient: QueryClient, desk: Desk): Outgoing[] {
  return queryClient.getQueryData<Outgoing[]>(queryKeyOf(desk)) ?? keptOutgoing(desk)
}

function change(queryClient: QueryClient, desk: Desk, next: Change): void {
  const box = next(boxOf(queryClient, desk))
  queryClient.setQueryData<Outgoing[]>(queryKeyOf(desk), box)
  keepOutgoing(desk, box)
}

function queryKeyOf({ memberId, otherId }: Desk) {
  return ['outbox', memberId, otherId] as const
}
