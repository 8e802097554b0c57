import { forgetWordsNightly, recountItemsNightly } from './recount.ts'

export const marketJobs = [recountItemsNightly, forgetWordsNightly]
