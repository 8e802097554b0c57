import { recountReportsNightly } from './recount.ts'

export const reportJobs = [recountReportsNightly]
