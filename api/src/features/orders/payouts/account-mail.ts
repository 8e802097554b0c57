import { z } from 'zod'
import { formatLagosTime } from '#api/domain/lagos-time.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { job } from '#api/jobs/job.ts'

type ChangedAccount = { bank_name: string; account_name: string; last4: string; usable_from: Date }

const whereText = ({ bank_name, account_name, last4, usable_from }: ChangedAccount) =>
  `From ${formatLagosTime(usable_from)} on, payouts go to ${account_name}, ${bank_name} ••••${last4}.`

export const accountChangeText = (account: ChangedAccount) =>
  `Your bank account for payouts has been changed. ${whereText(account)} If this was not you, change your password and this account at once.`

/** Goes to banned members too, because they should know of a theft. */
export const sendAccountChanged = job({
  name: 'send-payout-account-changed',
  payload: z.object({ memberId: z.int() }),
  async run(deps, { memberId }) {
    const account = await deps.db
      .selectFrom('payout_accounts')
      .innerJoin('members', 'members.id', 'member_id')
      .select(['email', 'firstname', 'bank_name', 'account_name', 'last4', 'usable_from'])
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!account) return
    await sendMail(deps, account, {
      subject: 'Your bank account for payouts has been changed',
      lines: [
        'Your bank account for payouts has been changed.',
        whereText(account),
        'If this was not you, change your password and this account at once.',
      ],
      button: { label: 'Your payouts', link: `${deps.settings.publicUrl}/payouts` },
    })
  },
})
