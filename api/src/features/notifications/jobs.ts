import { trimNotificationsNightly } from './trim.ts'

export const notificationJobs = [trimNotificationsNightly]
