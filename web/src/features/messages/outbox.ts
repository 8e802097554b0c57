import { createMessage } from '@rootsquare/contract/messages'
import { notifyManager, queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { applyMessage, messageKeys } from '#web/features/messages/message-cache.ts'
import type { ThreadData } from '#web/features/messages/message-cache.ts'
import { call, CallFailure } from '#web/lib/call.ts'
import { keyOf, keptText } from '#web/lib/kept-text.ts'
import { keepJson, keptJson, valueOf } from '#web/lib/kept.ts'
import { randomId } from '#web/lib/random-id.ts'
import { isRefusal, saidByServer } from '#web/lib/said-by-server.ts'
import { whileHere } from '#web/lib/while-here.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

/** Whose messages to whom. */
export type Desk = { memberId: number; otherId: number }
/**
 * A message on its way; with `trouble`, one that did not arrive. The key makes sure that it never arrives twice. While
 * it is being sent, `after` is the newest message that was there before it.
 */
export type Outgoing = {
  key: string
  text: string
  writtenAt: number
  trouble: string | null
  after: number | null
}
type Change = (box: Outgoing[]) => Outgoing[]

const failed = 'Error sending message'
/** The server knows a key for a day. What lay longer goes again only if the person says so. */
const keyHoldsMs = 23 * 3_600_000
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

/** Also those from before a reload. One at a time, so that they arrive in the order in which they were written. */
export async function sendWaiting(queryClient: QueryClient, desk: Desk): Promise<void> {
  const name = storeKeyOf(desk)
  if (atWork.has(name)) return
  atWork.add(name)
  const isHere = whileHere()
  const next = () => boxOf(queryClient, desk).find(({ trouble }) => trouble === null)
  for (let outgoing = next(); outgoing !== undefined; outgoing = next()) {
    await whenOnline()
    if (!isHere()) break
    await deliver(queryClient, desk, outgoing)
  }
  atWork.delete(name)
}

async function deliver(queryClient: QueryClient, desk: Desk, outgoing: Outgoing): Promise<void> {
  const { key, text } = outgoing
  const isHere = whileHere()
  const after = newestIn(queryClient, desk)
  change(queryClient, desk, (box) => swap(box, key, { ...outgoing, after }))
  try {
    const body = { eventType: 'MESSAGE' as const, message: text, userId: desk.otherId }
    const { data } = await call(createMessage, { body, idempotencyKey: key })
    // Whoever comes back need not send it again; nothing is written that a sign-out has taken away.
    if (!isHere()) return keep(desk, without(keptOutgoing(desk), key))
    // In one turn, so that it is never seen twice, nor not at all.
    notifyManager.batch(() => {
      if ('chatId' in data) applyMessage(queryClient, desk.memberId, data)
      discard(queryClient, desk, key)
    })
  } catch (failure) {
    // A page that is being left sees its calls fail, and a device knows a moment later that it is offline.
    if (isSilent(failure)) await pause()
    if (!isHere() || (isSilent(failure) && !navigator.onLine)) return
    const trouble = saidByServer(failure, failed)
    const next = { ...outgoing, key: isRefusal(failure) ? randomId() : key, trouble }
    change(queryClient, desk, (box) => swap(box, key, next))
    showSnackbar('error', trouble)
    if (isForbidden(failure))
      void queryClient.invalidateQueries({ queryKey: messageKeys.thread(desk.otherId) })
  }
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
  keep(desk, box)
}

function keep(desk: Desk, box: Outgoing[]): void {
  const kept = box.map(({ key, text, writtenAt, trouble }) => ({ key, text, writtenAt, trouble }))
  keepJson(storeKeyOf(desk), kept.length === 0 ? null : kept)
}

function keptOutgoing(desk: Desk): Outgoing[] {
  const found = keptJson(storeKeyOf(desk))
  if (!Array.isArray(found)) return []
  const entries: unknown[] = found
  return entries.flatMap((one) => {
    const [key, text] = [valueOf(one, 'key'), valueOf(one, 'text')]
    const [writtenAt, trouble] = [Number(valueOf(one, 'writtenAt')), valueOf(one, 'trouble')]
    if (typeof key !== 'string' || typeof text !== 'string') return []
    const isOld = !(Date.now() - writtenAt < keyHoldsMs)
    return [{ key, text, writtenAt, trouble: troubleIn(trouble) ?? (isOld ? failed : null), after: null }]
  })
}

function troubleIn(kept: unknown): string | null {
  return typeof kept === 'string' ? kept : null
}

export function draftPlace({ memberId, otherId }: Desk) {
  return { what: 'message-draft', memberId, id: otherId }
}

/** What a member wrote to another that never reached them. */
export function unsentTo(desk: Desk): { key: string; text: string }[] {
  const draft = keptText(draftPlace(desk))
  return [...keptOutgoing(desk), ...(draft === '' ? [] : [{ key: 'draft', text: draft }])]
}

function storeKeyOf({ memberId, otherId }: Desk): string {
  return keyOf({ what: 'message-outbox', memberId, id: otherId })
}

function queryKeyOf({ memberId, otherId }: Desk) {
  return ['outbox', memberId, otherId] as const
}
