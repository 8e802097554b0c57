import { eraseClosed, removeFiles } from './erasure.ts'
import { purgeUnverified, sweepExpired } from './housekeeping.ts'
import { sendReset, sendVerification } from './mail-jobs.ts'

export const accountJobs = [
  sendVerification,
  sendReset,
  eraseClosed,
  removeFiles,
  purgeUnverified,
  sweepExpired,
]
