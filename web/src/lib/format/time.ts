const moment = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const stamp = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const day = new Intl.DateTimeFormat('en-NG', { day: 'numeric', month: 'short', timeZone: 'Africa/Lagos' })
const dayOfYear = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone: 'Africa/Lagos' })
const ago = new Intl.RelativeTimeFormat('en-NG')

/** Returns '3 March 2027 at 14:05' in Lagos time. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}

/** Returns '3 Mar 2027, 14:05', for columns. */
export function stampText(when: string | number): string {
  return stamp.format(new Date(when))
}

/** Returns '3 Mar 2027'. */
export function dayText(iso: string): string {
  return dayOfYear.format(new Date(iso))
}

const spans = [
  { unit: 'day', letter: 'd', ms: 86_400_000 },
  { unit: 'hour', letter: 'h', ms: 3_600_000 },
  { unit: 'minute', letter: 'm', ms: 60_000 },
] as const
const weekMs = 7 * 86_400_000
const halfYearMs = 182 * 86_400_000

/** Returns '2h' to show and '2 hours ago' for screen readers; after a week the day, after half a year with its year. */
export function agoText(iso: string, nowMs: number): { short: string; long: string } {
  const then = new Date(iso)
  const pastMs = nowMs - then.getTime()
  if (pastMs >= weekMs) {
    const text = (pastMs < halfYearMs ? day : dayOfYear).format(then)
    return { short: text, long: text }
  }
  const span = spans.find(({ ms }) => pastMs >= ms)
  if (span === undefined) return { short: 'now', long: 'Just now' }
  const count = Math.floor(pastMs / span.ms)
  return { short: `${count}${span.letter}`, long: ago.format(-count, span.unit) }
}
