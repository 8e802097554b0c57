import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { createPayouts } from './create-payouts.ts'
import { releaseLines } from './release-lines.ts'
import { pollPayouts } from './send-payouts.ts'

export const paySellersEachMinute = job({
  name: 'pay-sellers',
  payload: z.looseObject({}),
  cron: '* * * * *',
  queue: 'payouts',
  run: paySellers,
})

const parts = [releaseLines, createPayouts, pollPayouts]

/** A part that fails must not stop the others. */
export async function paySellers(deps: Deps): Promise<void> {
  const failed: unknown[] = []
  for (const part of parts) await part(deps).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'Not all sellers could be paid.')
}
