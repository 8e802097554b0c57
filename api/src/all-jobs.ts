import { accountJobs } from './features/accounts/jobs.ts'
import { analyticsJobs } from './features/analytics/jobs.ts'
import { disputeJobs } from './features/disputes/jobs.ts'
import { marketJobs } from './features/market/jobs.ts'
import { messageJobs } from './features/messages/jobs.ts'
import { moderationJobs } from './features/moderation/jobs.ts'
import { notificationJobs } from './features/notifications/jobs.ts'
import { offerJobs } from './features/offers/jobs.ts'
import { orderJobs } from './features/orders/jobs.ts'
import { postJobs } from './features/posts/jobs.ts'
import { reportJobs } from './features/reports/jobs.ts'
import { reviewJobs } from './features/reviews/jobs.ts'
import { searchJobs } from './features/search/jobs.ts'
import { uploadJobs } from './features/uploads/jobs.ts'
import type { Job } from './jobs/job.ts'
import { sandboxJobs } from './sandbox/events.ts'

/** Lists all jobs that the runner knows. */
export const allJobs: Job[] = [
  ...accountJobs,
  ...uploadJobs,
  ...postJobs,
  ...reportJobs,
  ...notificationJobs,
  ...messageJobs,
  ...marketJobs,
  ...offerJobs,
  ...searchJobs,
  ...orderJobs,
  ...reviewJobs,
  ...disputeJobs,
  ...moderationJobs,
  ...analyticsJobs,
  ...sandboxJobs,
]
