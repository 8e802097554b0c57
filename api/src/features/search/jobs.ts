import { deleteUnusedPostWordsNightly, fillPostWords } from './post-words-jobs.ts'

export const searchJobs = [fillPostWords, deleteUnusedPostWordsNightly]
