import { expect, test } from 'vitest'
import { findNotOnce } from './loss-checks.mjs'
import { missingOf } from './ledger.mjs'
import { outcomeOf } from './outcome.mjs'

/** Makes ten calls a second for so many seconds, each with a response after 50 ms and the status of its second. */
const callsOf = (seconds, statusAt = () => 200) =>
  Array.from({ length: seconds * 10 }, (_, nth) => {
    const sentAt = nth * 100
    return { sentAt, endedAt: sentAt + 50, status: statusAt(sentAt / 1000) }
  })

test('is healed at once if no call fails', () => {
  expect(outcomeOf(callsOf(20), { from: 5000, until: 20_000 })).toMatchObject({
    sent: 150,
    failed: 0,
    healedAt: 5000,
  })
})

test('is healed after the last failure', () => {
  const calls = callsOf(20, (second) => (second >= 6 && second < 8 ? 503 : 200))
  const outcome = outcomeOf(calls, { from: 5000, until: 20_000 })
  expect(outcome).toMatchObject({ failed: 20, byStatus: { 503: 20 }, healedAt: 7901 })
  expect(outcome.longestGapMs).toBeCloseTo(2100)
})

test('counts a failure long after the fault too', () => {
  const calls = callsOf(20, (second) => (second === 15 ? 0 : 200))
  expect(outcomeOf(calls, { from: 5000, until: 20_000 })).toMatchObject({
    byStatus: { 'no answer': 1 },
    healedAt: 15_001,
  })
})

test('is not healed before three good seconds', () => {
  const calls = callsOf(20, (second) => (second >= 18 ? 500 : 200))
  expect(outcomeOf(calls, { from: 5000, until: 20_000 }).healedAt).toBeUndefined()
})

test('counts a rejection as a response, but a 429 as a failure', () => {
  const calls = callsOf(10, (second) => (second < 2 ? 409 : 429))
  expect(outcomeOf(calls, { from: 0, until: 2000 }).failed).toBe(0)
  expect(outcomeOf(calls, { from: 2000, until: 3000 }).failed).toBe(10)
})

test('does not count open calls', () => {
  const calls = [...callsOf(10), { sentAt: 100 }]
  expect(outcomeOf(calls, { from: 0, until: 10_000 })).toMatchObject({ sent: 100, failed: 0 })
})

test('counts an acknowledged write with another text as lost', () => {
  const keyOf = ({ id, text }) => `${id} ${text}`
  const wanted = [1, 2, 3].map((id) => ({ id, text: `text ${id}` }))
  const found = [
    { id: 1, text: 'text 1' },
    { id: '2', text: 'text 2' },
    { id: 3, text: 'other' },
  ]
  expect(missingOf(wanted, found, keyOf)).toEqual([wanted[2]])
})

test('finds what is missing or doubled', () => {
  const found = ['A', 'B', 'B', 'D'].map((ref) => ({ ref }))
  expect(findNotOnce('receipt', ['A', 'B', 'C'], found)).toEqual([
    { what: 'receipt', ref: 'B', times: 2 },
    { what: 'receipt', ref: 'C', times: 0 },
  ])
})
