import { recountNightly } from './recount.ts'
import { checkTimelinesNightly } from './timeline-check.ts'
import { dropTimelines, fillTimeline, spreadPost } from './timeline-jobs.ts'

export const postJobs = [spreadPost, fillTimeline, dropTimelines, checkTimelinesNightly, recountNightly]
