import { requestReviews } from './request-reviews.ts'
import { recountReviewsNightly } from './recount.ts'

export const reviewJobs = [requestReviews, recountReviewsNightly]
