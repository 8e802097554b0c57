import { z } from 'zod'
import { liveKeptMinutes } from '@rootsquare/contract/messages'
import { job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'

/** Twice what is promised: nobody finds the last minute missing because two clocks differ. */
export const sweepLiveEvents = job({
  name: 'sweep-live-events',
  payload: z.object({}).loose(),
  cron: '*/2 * * * *',
  async run({ db, clock }) {
    const before = inMinutes(clock.now(), -2 * liveKeptMinutes)
    await db.deleteFrom('live_events').where('created_at', '<', before).execute()
  },
})

export const messageJobs = [sweepLiveEvents]
