const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** `16 Nov 2026`. */
export const dayInLagos = (moment: Date) => date.format(moment)

/** `16 Nov 2026, 08:15 (Lagos time)`: for texts that no browser converts to local time. */
export const inLagos = (moment: Date) => `${dayInLagos(moment)}, ${time.format(moment)} (Lagos time)`
