/** One block of the stream. Without `data` it only tells the number. */
export type LiveEvent = { id: number | null; name: string; data: string }

/** Reads until the stream ends; `onSign` hears of every piece that arrives, which may be a mere beat. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  onSign: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    onSign()
    const blocks = (waiting + decoder.decode(piece.value, { stream: true })).split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const event of blocks.map(eventIn)) if (event.id !== null || event.data !== '') onEvent(event)
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
