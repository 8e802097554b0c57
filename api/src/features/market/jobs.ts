import { deleteUnusedWordsNightly, recountItemsNightly } from './recount.ts'

export const marketJobs = [recountItemsNightly, deleteUnusedWordsNightly]
