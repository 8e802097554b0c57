import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { ProviderTrouble } from '#api/ports/payments/payments.ts'
import { eachWhileProviderAnswers } from './poll-schedule.ts'

const log = pino({ level: 'silent' })
const hundred = Array.from({ length: 100 }, (_, at) => at)

async function worked(failure: (at: number) => Error | null) {
  const work = vi.fn(async (at: number) => {
    const error = failure(at)
    if (error) throw error
  })
  const failed = await eachWhileProviderAnswers({ log }, hundred, work).then(
    () => null,
    (error: unknown) => error,
  )
  return { times: work.mock.calls.length, failed }
}

test('a provider that is away is not asked about each of a hundred', async () => {
  const { times, failed } = await worked(() => new ProviderTrouble('unreachable', 'away'))
  expect(times).toBeLessThan(10)
  expect(failed).toBeNull()
})

test('one that answers now and then, or says no, is asked about all', async () => {
  const now = await worked((at) => (at % 4 === 0 ? null : new ProviderTrouble('unclear', 'slow')))
  const no = await worked(() => new ProviderTrouble('refused', 'no', { status: 400 }))
  expect([now.times, no.times]).toEqual([100, 100])
})

test('other failures are told when all have had their turn', async () => {
  const { times, failed } = await worked(() => new Error('not ripe'))
  expect(times).toBe(100)
  expect(failed).toMatchObject({ errors: { length: 100 } })
})
