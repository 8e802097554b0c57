import { deleteUnusedWordsNightly, recountItemsNightly } from './recount.ts'
import { notifySearches, trimSearchNotices } from './searches/notify-searches.ts'

export const marketJobs = [recountItemsNightly, deleteUnusedWordsNightly, notifySearches, trimSearchNotices]
