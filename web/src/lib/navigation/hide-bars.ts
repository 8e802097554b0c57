/** Further up, a bar that sticks is not at the edge of the screen yet, and would leave a gap. */
const fromTop = 300
const navbarHeight = 62
/** A scroll shorter than this does not say which way somebody reads. */
const turnPx = 24
/** The page still rolls this long after the last touch or turn of the wheel. */
const rollMs = 400
/** A phone with an open keyboard is lower than this. */
const lowScreen = 480

/**
 * Lets the bars of a phone leave while somebody scrolls down or types, until `signal`. They come back with a scroll up, with
 * the focus of a keyboard, and at the top. Scrolling by code changes nothing. The style sheets read `data-bars`, which is
 * `away`, or `typing` where only the bar at the bottom leaves because the navbar is part of what is seen.
 */
export function hideBars(signal: AbortSignal): void {
  hideOnScroll(signal)
  hideOnTyping(signal)
  signal.addEventListener('abort', showBars)
}

const { dataset } = document.documentElement

function showBars(): void {
  delete dataset.bars
}

function hideOnScroll(signal: AbortSignal): void {
  let turnedAt = window.scrollY
  let last = turnedAt
  let inputAt = Number.NEGATIVE_INFINITY

  function onScroll({ timeStamp }: Event): void {
    const top = window.scrollY
    const isByHand = timeStamp - inputAt < rollMs
    if (isByHand) inputAt = timeStamp
    if (top > last !== last > turnedAt) turnedAt = last
    last = top
    if (!isByHand && top > turnedAt) turnedAt = top
    if (isTyping()) return followTyping()
    if (top < fromTop || turnedAt - top > turnPx) showBars()
    else if (isByHand && top - turnedAt > turnPx) dataset.bars = 'away'
  }

  function onInput({ timeStamp }: Event): void {
    inputAt = timeStamp
  }

  window.addEventListener('scroll', onScroll, { passive: true, signal })
  for (const name of ['wheel', 'touchstart', 'touchmove'])
    window.addEventListener(name, onInput, { passive: true, signal })
}

function hideOnTyping(signal: AbortSignal): void {
  function onFocus({ target }: FocusEvent): void {
    if (isTyping() || (target instanceof Element && target.matches(':focus-visible'))) followTyping()
  }

  /** The focus is nowhere while it moves from one field to the next. */
  function onBlur(): void {
    if (window.innerHeight < lowScreen) setTimeout(followTyping)
  }

  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('focusout', onBlur, { signal })
  window.addEventListener('resize', followTyping, { signal })
  if (isTyping()) followTyping()
}

function followTyping(): void {
  if (isTyping()) dataset.bars = window.scrollY > navbarHeight ? 'away' : 'typing'
  else showBars()
}

/** Returns whether an on-screen keyboard leaves little of the screen. */
function isTyping(): boolean {
  const field = document.activeElement
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  return (
    isText && !field.matches('[type=checkbox], [type=radio], [type=file]') && window.innerHeight < lowScreen
  )
}
