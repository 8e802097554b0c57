import type { Job } from '#api/jobs/job.ts'

export const notificationJobs: Job[] = []
