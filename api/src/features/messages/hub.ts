import { sql } from 'kysely'
import { liveBeatSeconds } from '@rootsquare/contract/messages'
import type { Deps } from '#api/deps.ts'
import type { EventStream } from '#api/http/streams.ts'
import { eventsAtOnce, eventsSince, eventText } from './live-events.ts'
import type { LiveEvent } from './live-events.ts'
import { countUnread } from './unread.ts'

/** One open page: up to which number it has been told, which badge it shows, and in which turn its beat comes. */
type Listener = { stream: EventStream; told: number; senders: number | null; turn: number }

type Hub = {
  deps: Deps
  listeners: Map<number, Set<Listener>>
  /** Whom there may be something to tell. */
  woken: Set<number>
  isDelivering: boolean
  isClosed: boolean
}

/** So many small beats instead of one at which thousands are written to at once. */
const beatsPerRound = 50
const lookEvery = 5000

/** All streams of this node. Word comes over the bus; what there is to tell is read from the database. */
export function openHub(deps: Deps) {
  const state = { isDelivering: false, isClosed: false }
  const hub: Hub = { deps, listeners: new Map(), woken: new Set(), ...state }
  const complain = (error: unknown) => deps.log.warn({ err: error }, 'live streams were not looked at')
  let beat = 0
  let joined = 0
  const stopHearing = deps.bus.hear((memberIds) => wake(hub, memberIds))
  const looking = setInterval(() => void look(hub).catch(complain), lookEvery).unref()
  const beating = setInterval(
    () => beatOnce(hub, beat++ % beatsPerRound),
    (liveBeatSeconds * 1000) / beatsPerRound,
  ).unref()
  return {
    countOf: (memberId: number) => hub.listeners.get(memberId)?.size ?? 0,
    add(stream: EventStream, told: number): void {
      if (hub.isClosed) return stream.end()
      const listener = { stream, told, senders: null, turn: joined++ % beatsPerRound }
      const own = hub.listeners.get(stream.viewer.id) ?? new Set()
      hub.listeners.set(stream.viewer.id, own.add(listener))
      stream.whenGone(() => drop(hub, listener))
      wake(hub, [stream.viewer.id])
    },
    close(): void {
      hub.isClosed = true
      stopHearing()
      clearInterval(beating)
      clearInterval(looking)
      for (const listener of everyone(hub)) drop(hub, listener)
    },
  }
}

const everyone = ({ listeners }: Hub) => [...listeners.values()].flatMap((own) => [...own])

const listenersOf = ({ listeners }: Hub, memberId: number) => [...(listeners.get(memberId) ?? [])]

function drop({ listeners }: Hub, listener: Listener): void {
  const { viewer } = listener.stream
  const own = listeners.get(viewer.id)
  own?.delete(listener)
  if (own?.size === 0) listeners.delete(viewer.id)
  listener.stream.end()
}

function wake(hub: Hub, memberIds: number[]): void {
  for (const id of memberIds) if (hub.listeners.has(id)) hub.woken.add(id)
  if (hub.isDelivering || hub.woken.size === 0) return
  hub.isDelivering = true
  void deliverAll(hub)
}

/** One reading at a time, for all who were woken meanwhile. */
async function deliverAll(hub: Hub): Promise<void> {
  while (hub.woken.size > 0) {
    const memberIds = [...hub.woken]
    hub.woken.clear()
    await deliver(hub, memberIds).catch((error: unknown) => {
      // The next look finds them again.
      hub.deps.log.warn({ err: error }, 'live events could not be read')
    })
  }
  hub.isDelivering = false
}

async function deliver(hub: Hub, memberIds: number[]): Promise<void> {
  const { db } = hub.deps
  const since = new Map(memberIds.map((id) => [id, leastTold(listenersOf(hub, id))]))
  const [alive, events, unread] = await Promise.all([
    aliveSessions(
      hub,
      memberIds.flatMap((id) => listenersOf(hub, id)),
    ),
    eventsSince(db, since),
    countUnread(db, memberIds),
  ])
  for (const id of memberIds) {
    const news = events.get(id) ?? []
    for (const listener of listenersOf(hub, id)) {
      if (!alive.has(listener.stream.viewer.sessionId)) drop(hub, listener)
      else tell(listener, news, unread.get(id) ?? 0)
    }
    if (news.length === eventsAtOnce) hub.woken.add(id)
  }
}

const leastTold = (own: Listener[]) => Math.min(Number.MAX_SAFE_INTEGER, ...own.map(({ told }) => told))

function tell(listener: Listener, events: LiveEvent[], senders: number): void {
  const fresh = events.filter(({ number }) => number > listener.told)
  const badge = senders === listener.senders ? '' : eventText('unread', { senders })
  const text = fresh.map((event) => event.text).join('') + badge
  if (text === '') return
  listener.told = fresh.at(-1)?.number ?? listener.told
  listener.senders = senders
  listener.stream.write(text)
}

/** A session that has ended, or a member who is locked out, is told nothing more. */
async function aliveSessions({ deps }: Hub, present: Listener[]): Promise<Set<string>> {
  const ids = present.map(({ stream }) => stream.viewer.sessionId)
  const now = deps.clock.now()
  const { rows } = await sql<{ id: string }>`
    select sessions.id from sessions join members on members.id = member_id
    where sessions.id = any(${ids}) and expires_at > ${now} and banned_at is null
      and (suspended_until is null or suspended_until <= ${now})`.execute(deps.db)
  return new Set(rows.map(({ id }) => id))
}

/** Finds whom word did not reach on this node, and who has been locked out since. */
async function look(hub: Hub): Promise<void> {
  const present = everyone(hub)
  if (present.length === 0) return
  const alive = await aliveSessions(hub, present)
  for (const listener of present) if (!alive.has(listener.stream.viewer.sessionId)) drop(hub, listener)
  const { rows } = await sql<{ member_id: number; last_event: number }>`
    select member_id, last_event from mailboxes where member_id = any(${[...hub.listeners.keys()]}::bigint[])
  `.execute(hub.deps.db)
  const last = new Map(rows.map(({ member_id, last_event }) => [member_id, last_event]))
  const isBehind = ({ told, senders, stream }: Listener) =>
    senders === null || told < (last.get(stream.viewer.id) ?? 0)
  wake(
    hub,
    everyone(hub)
      .filter(isBehind)
      .map(({ stream }) => stream.viewer.id),
  )
}

function beatOnce(hub: Hub, turn: number): void {
  for (const listener of everyone(hub)) if (listener.turn === turn) listener.stream.write(':\n\n')
}
