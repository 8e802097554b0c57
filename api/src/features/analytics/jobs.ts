import { foldDaysByTheMinute } from './fold.ts'
import { recountDaysNightly } from './recount.ts'

export const analyticsJobs = [foldDaysByTheMinute, recountDaysNightly]
