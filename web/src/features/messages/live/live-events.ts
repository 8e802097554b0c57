/** One event of the stream. Without `data` it only says the id. */
export type LiveEvent = { id: number | null; name: string; data: string }

/** Reads until the stream ends or is cut. `onData` is called for everything that arrives, heartbeats included. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  onData: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  const next = () =>
    reader.read().then(
      ({ value }) => value,
      () => undefined,
    )
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    onData()
    const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const event of blocks.map(eventIn)) {
      // In a microtask, so that an error in a handler does not end the stream.
      if (event.id !== null || event.data !== '') queueMicrotask(() => onEvent(event))
    }
  }
}

function eventIn(block: string): LiveEvent {
  const id = fieldIn(block, 'id')
  return { id: id === '' ? null : Number(id), name: fieldIn(block, 'event'), data: fieldIn(block, 'data') }
}

function fieldIn(block: string, name: string): string {
  const line = block.split('\n').find((text) => text.startsWith(`${name}: `)) ?? ''
  return line.slice(name.length + 2)
}
