/** One block of the stream. Without `data` it only tells the number. */
export type LiveEvent = { id: number | null; name: string; data: string }

/** Reads until the stream ends, or is cut on either side; `onSign` hears of every piece that arrives, which may be a mere beat. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  onSign: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  const next = () =>
    reader.read().then(
      ({ value }) => value,
      () => undefined,
    )
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    onSign()
    const blocks = (waiting + decoder.decode(piece, { stream: true })).split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const event of blocks.map(eventIn)) {
      // By itself: a fault in what is made of it is seen as such, and does not end the line.
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
