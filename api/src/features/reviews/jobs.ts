import { askForReviews } from './ask-for-reviews.ts'
import { recountReviewsNightly } from './recount.ts'

export const reviewJobs = [askForReviews, recountReviewsNightly]
