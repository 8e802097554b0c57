import { sweepMedia } from './sweeper.ts'

export const uploadJobs = [sweepMedia]
