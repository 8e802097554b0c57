/** What the built files use above the floor, and why a browser without it loses nothing that a member needs. */
export const accepted = [
  {
    why: 'A method of the router and of zod that only has the same name. React calls it where a transition is asked for.',
    features: ['.startViewTransition', '.when'],
  },
  {
    why: 'Called after `isSupported()` of push-subscription.ts, or in the event that a push brings.',
    features: [
      'Notification',
      'Notification.permission',
      'Notification.requestPermission',
      '.showNotification',
    ],
  },
  { why: 'The button that calls it is rendered where the browser has it.', features: ['navigator.share'] },
  { why: 'index.html measures the window where `dvh` is not known.', features: ['--screen: 100dvh'] },
  { why: 'An @supports rule replaces them.', features: ['max-height: 38svh', 'max-height: 52svh'] },
  {
    why: 'The ground of a missing picture, whose mark is seen without it.',
    features: ['background: color-mix(in srgb, currentcolor 14%, transparent)'],
  },
  {
    why: 'All browsers have it in a grid, and the newer ones in a flex box too.',
    features: [
      'align-content: end',
      'align-content: start',
      'align-self: start',
      'place-items: center start',
      'place-items: end stretch',
    ],
  },
  { why: 'It only makes long lists faster.', features: ['content-visibility', 'contain-intrinsic-size'] },
  {
    why: 'Narrow cells keep the padding of wide ones.',
    features: ['container-type', '@container (width<=479px)'],
  },
  {
    why: 'Colours and widths that the browser chooses itself instead.',
    features: ['accent-color', 'forced-color-adjust', 'scrollbar-color', 'scrollbar-width'],
  },
  {
    why: 'The page moves a little more when it is scrolled.',
    features: ['overflow-anchor', 'overscroll-behavior', 'overscroll-behavior-x', 'scroll-snap-stop'],
  },
  { why: 'The field keeps its height and scrolls.', features: ['field-sizing', 'resize'] },
  {
    why: 'base.css shows the focus where `:has()` is not known.',
    features: [
      '.x:has(:focus-visible)',
      '.x:has(input:focus-visible)',
      '.x:has([role=alert]) .x:focus-within',
      '.x:has([role=alert]) input:focus',
    ],
  },
  {
    why: 'A smaller gap, a wider target or a hidden extra: nothing is out of reach without it.',
    features: [
      '#root:has(.x form:focus-within)>header',
      '.x a:has(time)',
      '.x fieldset:has(button,select)',
      '.x:has(:is(a,button)) .x',
      '.x:has(:is(a,button))',
      '.x:has([autocomplete=new-password])',
      '.x:has([data-back]) :is(.x,.x)',
      '.x:has(button) h1',
      '.x:has(button)',
      '.x:has(input)',
      '.x:not(:has(:focus-visible)) :is(.x,.x)',
      '.x>div:has(>button)>:is(a,button)',
      '.x>div:has(>button)>div',
      ':is(.x:not(:has(:not(:empty))),.x:not(:has(:not(:empty))))',
      ':is(tr,li):has(.x)',
      'body:has([data-summary] [data-pay-message])>section[aria-label=Notices]',
    ],
  },
]
