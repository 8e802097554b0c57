import { recountNightly } from './recount.ts'
import { checkTimelinesNightly } from '#api/features/posts/feed/timeline-check.ts'
import { dropTimelines, fillTimeline, spreadPost } from '#api/features/posts/feed/timeline-jobs.ts'

export const postJobs = [spreadPost, fillTimeline, dropTimelines, checkTimelinesNightly, recountNightly]
