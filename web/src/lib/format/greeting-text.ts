const weekday = new Intl.DateTimeFormat('en-NG', { weekday: 'long' })
/** Before this hour it is still the night of the previous day. */
const nightEndsAt = 5

type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Splits `Mesiere (good morning)` into the greeting and its meaning. Null if it belongs to another part of the day. */
export function greetingIn(greeting: string | null | undefined, part: PartOfDay): string | null {
  const [, text = '', meaning = ''] = /^([^(]*)(?:\(([^)]*)\))?/.exec(greeting ?? '') ?? []
  const named = /morning|afternoon|evening|night/.exec(meaning)?.[0]
  const isOfNow = named === undefined || named === part
  return isOfNow && text.trim() !== '' ? text.trim() : null
}

/** Uses the clock of the member's device. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour >= nightEndsAt && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

/** Returns 'Sunday evening', and 'Sunday night' until early on Monday. */
export function partOfDayText(now: Date): string {
  if (now.getHours() >= nightEndsAt) return `${weekday.format(now)} ${partOfDay(now)}`
  const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return `${weekday.format(dayBefore)} night`
}
