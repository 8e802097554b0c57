import { z } from 'zod'
import type { Selectable } from 'kysely'
import { moneyText } from '@rootsquare/contract/lib/money'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { messagesToStaff } from '#api/features/orders/notify/order-messages.ts'

type MessageDeps = Pick<Deps, 'clock' | 'bus'>
type Payout = Selectable<Tables['payouts']>
type PayoutFacts = Pick<Payout, 'state' | 'amount_kobo' | 'bank_name' | 'last4'>

const accountText = ({ bank_name, last4 }: PayoutFacts) => `${bank_name} ••••${last4}`

const checkText =
  'The money is available again. Please check your bank account on the page Payouts. We try again tomorrow.'

function textsOf(payout: PayoutFacts): { subject: string; lines: string[] } {
  const [amount, account] = [moneyText(payout.amount_kobo), accountText(payout)]
  if (payout.state === 'PAID')
    return {
      subject: `Your money is on its way to ${account}`,
      lines: [`We have sent ${amount} to ${account}. Depending on the bank it takes a moment to arrive.`],
    }
  const happened = payout.state === 'REVERSED' ? 'was sent back by the bank' : 'did not go through'
  return {
    subject: `A payout to ${account} ${happened}`,
    lines: [`${amount} to ${account} ${happened}.`, checkText],
  }
}

/**
 * Notifies the seller, unless banned or erased. The mail is queued first,
 * because the message locks the mailbox until the commit.
 */
export async function notifyPayout(deps: MessageDeps, tx: Tx, payout: Payout): Promise<void> {
  const { id, member_id: memberId, state } = payout
  if (memberId === null) return
  const seller = tx.selectFrom('members').select('id').where('id', '=', memberId)
  if (!(await seller.where('banned_at', 'is', null).executeTakeFirst())) return
  const { subject, lines } = textsOf(payout)
  await enqueue(tx, sendPayoutMail, { payoutId: id, state })
  await sendSystemMessages(deps, tx, [{ memberId, text: [`${subject}.`, ...lines].join(' ') }])
  await notify(deps, tx, [{ memberId, kind: 'PAYOUT', target: { type: 'payout', id }, text: subject }])
}

/** Sends nothing if the payout has since changed its state, because that has a mail of its own. */
export const sendPayoutMail = job({
  name: 'send-payout-mail',
  payload: z.object({ payoutId: z.int(), state: z.string() }),
  async run(deps, { payoutId, state }) {
    const payout = await deps.db
      .selectFrom('payouts')
      .innerJoin('members', 'members.id', 'member_id')
      .select(['email', 'firstname', 'state', 'amount_kobo', 'bank_name', 'last4'])
      .where('payouts.id', '=', payoutId)
      .where('banned_at', 'is', null)
      .executeTakeFirst()
    if (payout?.state !== state) return
    const button = { label: 'Your payouts', link: `${deps.settings.publicUrl}/payouts` }
    await sendMail(deps, payout, { ...textsOf(payout), button })
  },
})

export async function notifyPayoutProblem(
  deps: MessageDeps,
  tx: Tx,
  { reference, why }: { reference: string; why: string },
): Promise<void> {
  const text = `The payout ${reference} needs your attention. ${why} Please look at the payouts with problems.`
  await sendSystemMessages(deps, tx, await messagesToStaff(tx, text))
}
