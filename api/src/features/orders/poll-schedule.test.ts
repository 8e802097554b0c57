import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { ProviderError } from '#api/ports/payments/payments.ts'
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

test('stops after several calls without an answer', async () => {
  const { times, failed } = await worked(() => new ProviderError('unreachable', 'away'))
  expect(times).toBeLessThan(10)
  expect(failed).toBeNull()
})

test('continues while some calls are answered', async () => {
  const now = await worked((at) => (at % 4 === 0 ? null : new ProviderError('unclear', 'slow')))
  const no = await worked(() => new ProviderError('refused', 'no', { status: 400 }))
  const both = await worked((at) => new ProviderError(at % 4 === 0 ? 'refused' : 'unclear', 'no'))
  expect([now.times, no.times, both.times]).toEqual([100, 100, 100])
})

test('throws other errors when all are done', async () => {
  const { times, failed } = await worked(() => new Error('not ripe'))
  expect(times).toBe(100)
  expect(failed).toMatchObject({ errors: { length: 100 } })
})
