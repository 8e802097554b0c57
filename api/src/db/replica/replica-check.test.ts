import { expect, test } from 'vitest'
import { followLag } from './replica-check.ts'

test('lag is the time since the primary was at the replica’s position', () => {
  const lag = followLag()
  expect(lag.lagAt(0)).toBe(Infinity)
  lag.notePrimary(0, 100)
  lag.noteReplica(99)
  expect(lag.lagAt(10)).toBe(Infinity)
  lag.notePrimary(1000, 200)
  lag.noteReplica(150)
  expect(lag.lagAt(1500)).toBe(1500)
  lag.noteReplica(200)
  expect(lag.lagAt(1500)).toBe(500)
})

test('an idle primary is no lag', () => {
  const lag = followLag()
  for (let second = 0; second < 1000; second += 1) {
    lag.notePrimary(second * 1000, 100)
    lag.noteReplica(100)
  }
  expect(lag.lagAt(999_000)).toBe(0)
})

test('lag is measured anew after a restart, and when the log is shorter', () => {
  const lag = followLag()
  lag.notePrimary(0, 100)
  lag.noteReplica(100)
  lag.resetReplica()
  lag.noteReplica(90)
  expect(lag.lagAt(0)).toBe(Infinity)
  lag.notePrimary(1000, 300)
  lag.notePrimary(2000, 80)
  lag.noteReplica(90)
  expect(lag.lagAt(2000)).toBe(0)
  lag.noteReplica(300)
  expect(lag.lagAt(2000)).toBe(0)
})
