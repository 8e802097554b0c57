import { sweepMedia, sweepOldMedia } from './sweeper.ts'

export const uploadJobs = [sweepMedia, sweepOldMedia]
