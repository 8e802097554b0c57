const idle = '\u00A0'
const pauseMs = 100

export type Region = 'live-polite' | 'live-assertive' | 'live-route'
type Words = string | (() => string)

const waiting = new Map<Region, { timer: number; texts: Words[] }>()

/** The regions stand in index.html and idle on a space that does not break, so that the same words twice are spoken twice. */
export function announce(id: Region, text: Words): void {
  // One is on one page only; of anything else that comes together, nothing is lost.
  const before = id === 'live-route' ? [] : (waiting.get(id)?.texts ?? [])
  const texts = [...before, text]
  empty(id)
  const timer = window.setTimeout(() => {
    waiting.delete(id)
    const spoken = texts.map((words) => (typeof words === 'string' ? words : words()))
    write(id, [...new Set(spoken)].join(' '))
  }, pauseMs)
  waiting.set(id, { timer, texts })
}

export function silence(): void {
  empty('live-polite')
  empty('live-assertive')
}

/** Also of what was about to be said. */
function empty(id: Region): void {
  clearTimeout(waiting.get(id)?.timer)
  waiting.delete(id)
  write(id, idle)
}

function write(id: Region, text: string): void {
  const region = document.getElementById(id)
  if (region !== null) region.textContent = text
}
