import { accountJobs } from '#api/features/accounts/jobs.ts'
import { uploadJobs } from '#api/features/uploads/jobs.ts'
import type { Job } from './job.ts'

/** Every kind of work the runner knows. */
export const allJobs: Job[] = [...accountJobs, ...uploadJobs]
