import { z } from 'zod'
import { liveEventMinutes } from '@rootsquare/contract/messages'
import { unhurried } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { recountThreadsNightly } from './recount.ts'

/** Twice what is promised: nobody finds the last minute missing because two clocks differ. */
export const sweepLiveEvents = job({
  name: 'sweep-live-events',
  payload: z.object({}).loose(),
  cron: '*/2 * * * *',
  async run({ db, clock }) {
    const before = inMinutes(clock.now(), -2 * liveEventMinutes)
    // After a pause there may be too many rows for one statement.
    await unhurried(db, (tx) => tx.deleteFrom('live_events').where('created_at', '<', before).execute())
  },
})

export const messageJobs = [sweepLiveEvents, recountThreadsNightly]
