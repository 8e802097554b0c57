import { liveEventMinutes } from '@rootsquare/contract/messages'
import { sql } from 'kysely'
import { deleteInBatches } from '#api/db/batches.ts'
import { scheduledJob, type Job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { pushMessages } from './push/push-messages.ts'
import { sendMessagePush } from './push/send-message-push.ts'
import { recountConversationsNightly } from './recount.ts'

/** Events are stored twice as long as promised, because the clocks of two servers may differ. */
export const sweepLiveEvents = scheduledJob({
  name: 'sweep-live-events',
  cron: '*/2 * * * *',
  async run({ db, clock }) {
    const before = inMinutes(clock.now(), -2 * liveEventMinutes)
    await deleteInBatches(db, 'live_events', sql`created_at < ${before}`)
  },
})

export const messageJobs: Job[] = [
  sweepLiveEvents,
  recountConversationsNightly,
  pushMessages,
  sendMessagePush,
]
