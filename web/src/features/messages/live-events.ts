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
    for (const block of blocks) onEvent(eventIn(block))
  }
}

function eventIn(block: string): LiveEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const id = fields.get('id')
  return {
    id: id === undefined ? null : Number(id),
    name: fields.get('event') ?? '',
    data: fields.get('data') ?? '',
  }
}
