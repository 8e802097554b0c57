const idle = '\u00A0'

export type Region = 'live-polite' | 'live-assertive' | 'live-route'

/** The regions stand in index.html and idle on a space that does not break, so that the same words twice are spoken twice. */
export function announce(id: Region, text: string | (() => string)): void {
  const region = document.getElementById(id)
  if (region === null) return
  region.textContent = idle
  setTimeout(() => {
    region.textContent = typeof text === 'string' ? text : text()
  }, 100)
}

export function silence(): void {
  for (const id of ['live-polite', 'live-assertive']) {
    const region = document.getElementById(id)
    if (region !== null) region.textContent = idle
  }
}
