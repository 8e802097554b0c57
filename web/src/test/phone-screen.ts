import { vi } from 'vitest'

/** Makes the screen narrower than any breakpoint, until the end of the test. */
export function showOnPhone(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(mediaQuery)
}

function mediaQuery(media: string): MediaQueryList {
  const none = () => {}
  const rest = { onchange: null, addListener: none, removeListener: none }
  return Object.assign(new EventTarget(), { media, matches: media.includes('max-width'), ...rest })
}
