import { recountNightly } from './recount.ts'
import { checkTimelinesNightly } from '#api/features/posts/feed/timeline-check.ts'
import { dropTimelines, fillTimeline, spreadPost } from '#api/features/posts/feed/timeline-jobs.ts'
import { fetchLinkCard } from '#api/features/posts/link-cards/link-cards.ts'

export const postJobs = [
  spreadPost,
  fetchLinkCard,
  fillTimeline,
  dropTimelines,
  checkTimelinesNightly,
  recountNightly,
]
