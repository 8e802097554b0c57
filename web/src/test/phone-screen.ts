import { vi } from 'vitest'

/** Until the end of the test the screen is narrower than any width that a style asks for. */
export function showOnPhone(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(mediaQuery)
}

function mediaQuery(media: string): MediaQueryList {
  const none = () => {}
  const rest = { onchange: null, addListener: none, removeListener: none }
  return Object.assign(new EventTarget(), { media, matches: media.includes('max-width'), ...rest })
}
