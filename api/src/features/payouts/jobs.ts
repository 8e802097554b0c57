import { sendAccountChanged } from './account-mail.ts'

export const payoutJobs = [sendAccountChanged]
