import { foldDaysByTheMinute } from './fold-days.ts'
import { recountDaysNightly } from './recount.ts'

export const analyticsJobs = [foldDaysByTheMinute, recountDaysNightly]
