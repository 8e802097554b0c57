/** The only source of the current time, so that tests can move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

type MovableClock = Clock & { move: (milliseconds: number) => void }

export function movableClock(): MovableClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    move: (milliseconds) => {
      offset += milliseconds
    },
  }
}

const day = 86_400_000

export const inMinutes = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
export const inHours = (from: Date, hours: number) => inMinutes(from, hours * 60)
export const inDays = (from: Date, days: number) => new Date(from.getTime() + days * day)
