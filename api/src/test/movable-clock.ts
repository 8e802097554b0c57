import type { Clock } from '#api/ports/clock/clock.ts'

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
