import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { purgeUnverified, sweepExpired } from '#api/features/accounts/closure/housekeeping.ts'
import { sendReset, sendVerification } from '#api/features/accounts/sign-up/mail-jobs.ts'

export const accountJobs = [sendVerification, sendReset, eraseClosed, purgeUnverified, sweepExpired]
