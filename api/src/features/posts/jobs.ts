import { recountPostsNightly } from './recount.ts'
import { checkTimelinesNightly } from '#api/features/posts/feed/timeline-check.ts'
import { dropTimelines, fillTimeline, copyToTimelines } from '#api/features/posts/feed/timeline-jobs.ts'
import { fetchLinkCard } from '#api/features/posts/link-cards/link-cards.ts'

export const postJobs = [
  copyToTimelines,
  fetchLinkCard,
  fillTimeline,
  dropTimelines,
  checkTimelinesNightly,
  recountPostsNightly,
]
