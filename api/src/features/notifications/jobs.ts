import type { Job } from '#api/jobs/job.ts'
import { queueDigests } from './digest/queue-digests.ts'
import { sendDigest } from './digest/send-digest.ts'
import { sendPush } from './push/send-push.ts'
import { trimNotificationsNightly } from './trim-notifications.ts'

export const notificationJobs: Job[] = [sendPush, queueDigests, sendDigest, trimNotificationsNightly]
