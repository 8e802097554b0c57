import { systemId } from '@rootsquare/contract/messages'
import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import { eventText } from './live-events.ts'
import type { EventStream } from '#api/http/serve/event-stream.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { MemberSignal } from '#api/ports/bus/bus.ts'
import { addStream, type StreamsById } from './streams-by-id.ts'

export async function sendTyping(deps: Deps, viewer: Viewer, userId: number) {
  return signalTo(deps, viewer, userId, 'typing')
}

/**
 * Asks for the presence of a member. A node that has an open page of the member answers; without one there is no answer.
 */
export async function askPresence(deps: Deps, viewer: Viewer, userId: number) {
  return signalTo(deps, viewer, userId, 'asked')
}

/** Returns whether a page of the member is open on any node. A node that cannot be reached counts as one without it. */
export async function hasOpenPage({ bus }: Pick<Deps, 'bus'>, memberId: number): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>()
  const stop = bus.onSignal(({ kind, fromId }) => {
    if (kind === 'online' && fromId === memberId) answer.resolve(true)
  })
  bus.signal({ kind: 'asked', fromId: systemId, toId: memberId })
  const giveUp = setTimeout(() => answer.resolve(false), bus.answerMs)
  const isOpen = await answer.promise
  clearTimeout(giveUp)
  stop()
  return isOpen
}

async function signalTo(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  userId: number,
  kind: MemberSignal['kind'],
): Promise<null> {
  const { rows } = await sql<{ is_shown: boolean }>`
    select may_write(${viewer.id}, ${userId}, ${clock.now()})
      and bool_and(shows_presence) and count(*) = 2 as is_shown
    from members where id in (${viewer.id}, ${userId})`.execute(db)
  if (rows[0]?.is_shown) bus.signal({ kind, fromId: viewer.id, toId: userId })
  return null
}

/** Passes signals on to the open pages of this node. */
export function openSignals({ bus }: Pick<Deps, 'bus'>) {
  const streams: StreamsById = new Map()
  const send = (memberId: number, text: string) => {
    for (const stream of streams.get(memberId) ?? []) stream.write(text)
  }
  const close = bus.onSignal(({ kind, fromId, toId }) => {
    if (kind === 'typing') send(toId, eventText('typing', { userId: fromId }))
    if (kind === 'online') send(toId, eventText('presence', { userId: fromId }))
    if (kind === 'asked' && streams.has(toId)) bus.signal({ kind: 'online', fromId: toId, toId: fromId })
  })
  return { add: (stream: EventStream) => addStream(streams, stream.viewer.id, stream), close }
}
