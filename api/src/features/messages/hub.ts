import { sql } from 'kysely'
import { liveBeatSeconds } from '@rootsquare/contract/messages'
import type { Deps } from '#api/deps.ts'
import type { EventStream } from '#api/http/serve/event-stream.ts'
import type { Known } from '#api/ports/bus/bus.ts'
import { eventsAtOnce, eventText, isAlive, newsSince } from './live-events.ts'
import type { News } from './live-events.ts'

/** One open page: up to which number it has been told, which badge it shows, and in which turn its beat comes. */
type Listener = { stream: EventStream; told: number; senders: number | null; turn: number }

type Hub = {
  deps: Deps
  listeners: Map<number, Set<Listener>>
  /** Whom there may be something to tell. */
  woken: Set<number>
  /** Who is being read for: what comes for them meanwhile may be newer than what is read, and waits. */
  reading: Set<number>
  isDelivering: boolean
  isClosed: boolean
}

/** So many small beats instead of one at which thousands are written to at once. */
const beatsPerRound = 50
const lookEvery = 5000
/** After a restart everybody comes at once; a statement must bear it. */
const membersAtOnce = 100

/** All streams of this node. Word comes over the bus; what there is to tell is read from the database. */
export function openHub(deps: Deps) {
  const state = { isDelivering: false, isClosed: false }
  const hub: Hub = { deps, listeners: new Map(), woken: new Set(), reading: new Set(), ...state }
  const complain = (error: unknown) => deps.log.warn({ err: error }, 'live streams were not looked at')
  let beat = 0
  let joined = 0
  const stopHearing = deps.bus.hear((memberIds, { known }) => {
    const told = known.filter((event) => tellAtOnce(hub, event)).map(({ memberId }) => memberId)
    wake(
      hub,
      memberIds.filter((id) => !told.includes(id)),
    )
  })
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

/**
 * Whether all of a member's pages could be told without a reading. Only the very next number can: whoever is behind, or has
 * not begun, gets it from the database with what comes before it.
 */
function tellAtOnce({ listeners, reading }: Hub, { memberId, number, text, senders }: Known): boolean {
  if (reading.has(memberId)) return false
  const own = [...(listeners.get(memberId) ?? [])]
  const ready = own.filter((listener) => listener.senders !== null && listener.told === number - 1)
  for (const listener of ready)
    tell(listener, { events: [{ number, text }], senders: senders ?? listener.senders ?? 0 })
  return ready.length === own.length
}

/** One reading at a time, for all who were woken meanwhile. */
async function deliverAll(hub: Hub): Promise<void> {
  while (hub.woken.size > 0) {
    const memberIds = [...hub.woken].slice(0, membersAtOnce)
    for (const id of memberIds) hub.woken.delete(id)
    hub.reading = new Set(memberIds)
    await deliver(hub, memberIds).catch((error: unknown) => {
      // The next look finds them again.
      hub.deps.log.warn({ err: error }, 'live events could not be read')
    })
  }
  hub.reading.clear()
  hub.isDelivering = false
}

async function deliver(hub: Hub, memberIds: number[]): Promise<void> {
  const present = memberIds.flatMap((id) => [...(hub.listeners.get(id) ?? [])])
  const told = new Map<number, number>()
  for (const { stream, told: number } of present)
    told.set(stream.viewer.id, Math.min(number, told.get(stream.viewer.id) ?? number))
  const sessionIds = present.map(({ stream }) => stream.viewer.sessionId)
  const { news, alive } = await newsSince(hub.deps, { told, sessionIds })
  for (const listener of present) {
    const { id, sessionId } = listener.stream.viewer
    // Hung up while it was read for.
    if (!hub.listeners.get(id)?.has(listener)) continue
    const own = news.get(id)
    if (own === undefined || !alive.has(sessionId)) drop(hub, listener)
    else tell(listener, own)
    if (own?.events.length === eventsAtOnce) hub.woken.add(id)
  }
}

function tell(listener: Listener, { events, senders }: News): void {
  const fresh = events.filter(({ number }) => number > listener.told)
  const badge = senders === listener.senders ? '' : eventText('unread', { senders })
  const text = fresh.map((event) => event.text).join('') + badge
  if (text === '') return
  listener.told = fresh.at(-1)?.number ?? listener.told
  listener.senders = senders
  listener.stream.write(text)
}

/** Finds whom word did not reach on this node, and who has been locked out since. */
async function look(hub: Hub): Promise<void> {
  const present = everyone(hub)
  if (present.length === 0) return
  const { rows } = await sql<{ place: number; is_alive: boolean }>`
    select place::integer, is_alive is true as is_alive
    from unnest(${present.map(({ stream }) => stream.viewer.sessionId)}::text[], ${present.map(toldSoFar)}::bigint[])
        with ordinality as asked (session_id, told, place)
      left join (
        select sessions.id, member_id, ${isAlive(hub.deps.clock.now())} as is_alive
        from sessions join members on members.id = member_id
      ) session on session.id = session_id
      left join mailboxes using (member_id)
    where is_alive is not true or coalesce(last_event, 0) > told`.execute(hub.deps.db)
  for (const { place, is_alive } of rows) {
    const listener = present[place - 1]
    if (listener && is_alive) wake(hub, [listener.stream.viewer.id])
    else if (listener) drop(hub, listener)
  }
}

/** Whoever has not been told anything yet is behind, even where nothing has happened. */
const toldSoFar = ({ told, senders }: Listener) => (senders === null ? -1 : told)

function beatOnce(hub: Hub, turn: number): void {
  for (const listener of everyone(hub)) if (listener.turn === turn) listener.stream.write(':\n\n')
}
