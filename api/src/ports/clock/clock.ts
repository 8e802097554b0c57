/** The only source of the current time, so that tests can move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

const day = 86_400_000

export const inMinutes = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
export const inHours = (from: Date, hours: number) => inMinutes(from, hours * 60)
export const inDays = (from: Date, days: number) => new Date(from.getTime() + days * day)
