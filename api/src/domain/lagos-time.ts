const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Formats the day, such as `16 Nov 2026`. */
export const formatLagosDay = (moment: Date) => date.format(moment)

/** Formats the time for texts that no browser converts to local time: `16 Nov 2026, 08:15 (Lagos time)`. */
export const formatLagosTime = (moment: Date) =>
  `${formatLagosDay(moment)}, ${time.format(moment)} (Lagos time)`
