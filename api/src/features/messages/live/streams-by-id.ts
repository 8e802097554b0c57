import type { EventStream } from '#api/http/serve/event-stream.ts'

/** The open streams of this node by the id of a member or of a post. */
export type StreamsById = Map<number, Set<EventStream>>

/** Adds a stream until it closes. */
export function addStream(streams: StreamsById, id: number, stream: EventStream): void {
  const own = streams.get(id) ?? new Set()
  streams.set(id, own.add(stream))
  stream.onClose(() => {
    own.delete(stream)
    if (own.size === 0 && streams.get(id) === own) streams.delete(id)
  })
}
