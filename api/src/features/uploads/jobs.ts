import { removeFiles } from './remove-files.ts'
import { sweepMedia, sweepOldMedia } from './sweeper.ts'

export const uploadJobs = [removeFiles, sweepMedia, sweepOldMedia]
