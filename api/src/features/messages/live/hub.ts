import { sql } from 'kysely'
import { liveBeatSeconds } from '@rootsquare/contract/messages'
import type { Deps } from '#api/deps.ts'
import { membersWithOtherCount } from '#api/features/notifications/unread-notifications.ts'
import type { EventStream } from '#api/http/serve/event-stream.ts'
import type { KnownEvent } from '#api/ports/bus/bus.ts'
import { eventsAtOnce, eventText, hasLiveSession, fetchNewsSince, type News } from './live-events.ts'

/** An open page, with the number of the last event it got, the badges it shows, and the turn of its heartbeat. */
type Listener = {
  stream: EventStream
  lastNumber: number
  senders: number | null
  notifications: number | null
  /** True if its list of notifications may be outdated. */
  isListOld: boolean
  turn: number
}

type Hub = {
  deps: Deps
  listeners: Map<number, Set<Listener>>
  /** Members who may have new events. */
  pending: Set<number>
  /** Members whose events are being read. Newer events wait, because they must not overtake what is being read. */
  reading: Set<number>
  /** Members whose pages have just been notified of changed notifications, and whether these have changed again since. */
  resting: Map<number, boolean>
  isDelivering: boolean
  isClosed: boolean
}

/** Heartbeats are spread over many turns, so that thousands of streams are not written to at the same moment. */
const heartbeatsPerRound = 50
const checkIntervalMs = 5000
/** After a restart everybody connects at once, and one statement must not read for all of them. */
const membersAtOnce = 100
/** The author of a post with a thousand likes a second must not reload the list as often. */
const pauseMs = 500

/** Opens the hub for all streams of this node. The bus says who has new events, and the database contains the events. */
export function openHub(deps: Deps) {
  const state = { resting: new Map(), isDelivering: false, isClosed: false }
  const hub: Hub = { deps, listeners: new Map(), pending: new Set(), reading: new Set(), ...state }
  const logFailure = (error: unknown) => deps.log.warn({ err: error }, 'live streams were not looked at')
  let beat = 0
  let joined = 0
  const unsubscribe = deps.bus.subscribe((memberIds, { known, hasNotifications }) => {
    if (hasNotifications) return markListsOld(hub, memberIds)
    const sent = known.filter((event) => sendDirectly(hub, event)).map(({ memberId }) => memberId)
    markPending(
      hub,
      memberIds.filter((id) => !sent.includes(id)),
    )
  })
  const checking = setInterval(() => void findAllMissed(hub).catch(logFailure), checkIntervalMs).unref()
  const beating = setInterval(
    () => sendHeartbeat(hub, beat++ % heartbeatsPerRound),
    (liveBeatSeconds * 1000) / heartbeatsPerRound,
  ).unref()
  return {
    countOf: (memberId: number) => hub.listeners.get(memberId)?.size ?? 0,
    add(stream: EventStream, lastNumber: number): void {
      if (hub.isClosed) return stream.end()
      const badges = { senders: null, notifications: null, isListOld: false }
      const listener = { stream, lastNumber, ...badges, turn: joined++ % heartbeatsPerRound }
      const own = hub.listeners.get(stream.viewer.id) ?? new Set()
      hub.listeners.set(stream.viewer.id, own.add(listener))
      stream.onClose(() => removeListener(hub, listener))
      markPending(hub, [stream.viewer.id])
    },
    close(): void {
      hub.isClosed = true
      unsubscribe()
      clearInterval(beating)
      clearInterval(checking)
      for (const listener of allListeners(hub)) removeListener(hub, listener)
    },
  }
}

const allListeners = ({ listeners }: Hub) => [...listeners.values()].flatMap((own) => [...own])

function removeListener({ listeners }: Hub, listener: Listener): void {
  const { viewer } = listener.stream
  const own = listeners.get(viewer.id)
  own?.delete(listener)
  if (own?.size === 0) listeners.delete(viewer.id)
  listener.stream.end()
}

function markListsOld(hub: Hub, memberIds: number[]): void {
  const { listeners, resting } = hub
  const present = [...new Set(memberIds)].filter((id) => listeners.has(id))
  for (const id of present) for (const listener of listeners.get(id) ?? []) listener.isListOld = true
  for (const id of present) if (resting.has(id)) resting.set(id, true)
  const free = present.filter((id) => !resting.has(id))
  if (free.length > 0) readThenPause(hub, free)
}

/** Reads the first change at once. Changes during the pause are read together at its end. */
function readThenPause(hub: Hub, memberIds: number[]): void {
  for (const id of memberIds) hub.resting.set(id, false)
  markPending(hub, memberIds)
  const endPause = () => {
    const changed = memberIds.filter((id) => hub.resting.get(id))
    for (const id of memberIds) hub.resting.delete(id)
    if (changed.length > 0) readThenPause(hub, changed)
  }
  setTimeout(endPause, pauseMs).unref()
}

function markPending(hub: Hub, memberIds: number[]): void {
  for (const id of memberIds) if (hub.listeners.has(id)) hub.pending.add(id)
  if (hub.isDelivering || hub.pending.size === 0) return
  hub.isDelivering = true
  void deliverAll(hub)
}

/**
 * Sends the event without a read, and returns whether all pages of the member got it. This works only for the very next
 * number: a page that is behind or has not started gets the event from the database, after the earlier ones.
 */
function sendDirectly({ listeners, reading }: Hub, { memberId, number, text, senders }: KnownEvent): boolean {
  if (reading.has(memberId)) return false
  const own = [...(listeners.get(memberId) ?? [])]
  const ready = own.filter((listener) => listener.senders !== null && listener.lastNumber === number - 1)
  for (const listener of ready)
    send(listener, {
      events: [{ number, text }],
      senders: senders ?? listener.senders ?? 0,
      notifications: listener.notifications ?? 0,
    })
  return ready.length === own.length
}

/** Delivers to all pending members. Only one read runs at a time. */
async function deliverAll(hub: Hub): Promise<void> {
  while (hub.pending.size > 0) {
    const memberIds = [...hub.pending].slice(0, membersAtOnce)
    for (const id of memberIds) hub.pending.delete(id)
    hub.reading = new Set(memberIds)
    await deliver(hub, memberIds).catch((error: unknown) => {
      // The next check finds these events again.
      hub.deps.log.warn({ err: error }, 'live events could not be read')
    })
  }
  hub.reading.clear()
  hub.isDelivering = false
}

async function deliver(hub: Hub, memberIds: number[]): Promise<void> {
  const present = memberIds.flatMap((id) => [...(hub.listeners.get(id) ?? [])])
  const lastNumbers = new Map<number, number>()
  for (const { stream, lastNumber: number } of present)
    lastNumbers.set(stream.viewer.id, Math.min(number, lastNumbers.get(stream.viewer.id) ?? number))
  const sessionIds = present.map(({ stream }) => stream.viewer.sessionId)
  const { news, alive } = await fetchNewsSince(hub.deps, { lastNumbers, sessionIds })
  for (const listener of present) {
    const { id, sessionId } = listener.stream.viewer
    // The page was closed during the read.
    if (!hub.listeners.get(id)?.has(listener)) continue
    const own = news.get(id)
    if (own === undefined || !alive.has(sessionId)) removeListener(hub, listener)
    else send(listener, own)
    if (own?.events.length === eventsAtOnce) hub.pending.add(id)
  }
}

function send(listener: Listener, { events, senders, notifications }: News): void {
  const fresh = events.filter(({ number }) => number > listener.lastNumber)
  const badge = senders === listener.senders ? '' : eventText('unread', { senders })
  const isBellSame = notifications === listener.notifications && !listener.isListOld
  const bell = isBellSame ? '' : eventText('notification', { unread: notifications })
  const text = fresh.map((event) => event.text).join('') + badge + bell
  if (text === '') return
  listener.lastNumber = fresh.at(-1)?.number ?? listener.lastNumber
  listener.senders = senders
  listener.notifications = notifications
  listener.isListOld = false
  listener.stream.write(text)
}

async function findAllMissed(hub: Hub): Promise<void> {
  await findMissed(hub)
  await findMissedNotifications(hub)
}

/** Finds members whose event did not reach this node, and sessions that have ended since. */
async function findMissed(hub: Hub): Promise<void> {
  const present = allListeners(hub)
  if (present.length === 0) return
  const { rows } = await sql<{ place: number; is_alive: boolean }>`
    select place::integer, is_alive is true as is_alive
    from unnest(${present.map(({ stream }) => stream.viewer.sessionId)}::text[], ${present.map(lastSent)}::bigint[])
        with ordinality as asked (session_id, last_number, place)
      left join (
        select sessions.id, member_id, ${hasLiveSession(hub.deps.clock.now())} as is_alive
        from sessions join members on members.id = member_id
      ) session on session.id = session_id
      left join mailboxes using (member_id)
    where is_alive is not true or coalesce(last_event, 0) > last_number`.execute(hub.deps.db)
  for (const { place, is_alive } of rows) {
    const listener = present[place - 1]
    if (listener && is_alive) markPending(hub, [listener.stream.viewer.id])
    else if (listener) removeListener(hub, listener)
  }
}

async function findMissedNotifications(hub: Hub): Promise<void> {
  const shown = allListeners(hub).flatMap(({ stream, notifications: count }) =>
    count === null ? [] : [{ memberId: stream.viewer.id, count }],
  )
  if (shown.length > 0) markPending(hub, await membersWithOtherCount(hub.deps.db, shown))
}

/** Returns the last number. A page that has not received anything yet is behind, even if there are no events. */
const lastSent = ({ lastNumber, senders }: Listener) => (senders === null ? -1 : lastNumber)

function sendHeartbeat(hub: Hub, turn: number): void {
  for (const listener of allListeners(hub)) if (listener.turn === turn) listener.stream.write(':\n\n')
}
