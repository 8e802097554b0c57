const emptyText = '\u00A0'
const pauseMs = 100

type Region = 'live-polite' | 'live-assertive' | 'live-route'
type Announcement = string | (() => string)

const waiting = new Map<Region, { timer: number; texts: Announcement[] }>()

/** The live regions are in index.html. A non-breaking space between two texts makes screen readers read the same text again. */
export function announce(id: Region, text: Announcement): void {
  // Only the last page counts; other texts that come at the same time are all read.
  const before = id === 'live-route' ? [] : (waiting.get(id)?.texts ?? [])
  const texts = [...before, text]
  empty(id)
  const timer = window.setTimeout(() => {
    waiting.delete(id)
    const spoken = texts.map((one) => (typeof one === 'string' ? one : one()))
    write(id, [...new Set(spoken)].join(' '))
  }, pauseMs)
  waiting.set(id, { timer, texts })
}

export function clearAnnouncements(): void {
  empty('live-polite')
  empty('live-assertive')
}

/** Clears the live regions, and texts that have not been read yet. */
function empty(id: Region): void {
  clearTimeout(waiting.get(id)?.timer)
  waiting.delete(id)
  write(id, emptyText)
}

function write(id: Region, text: string): void {
  const region = document.getElementById(id)
  if (region !== null) region.textContent = text
}
