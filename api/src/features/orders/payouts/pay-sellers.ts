import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { tryEach } from '#api/jobs/try-each.ts'
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

export async function paySellers(deps: Deps): Promise<void> {
  await tryEach(parts, (part) => part(deps), 'parts of paying the sellers failed.')
}
