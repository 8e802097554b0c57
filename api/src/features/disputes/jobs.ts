import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { job } from '#api/jobs/job.ts'
import { findReceiver } from '#api/features/orders/notify/order-mails.ts'
import { findDisputeFacts, goodsOf, hasRefund, outcomeOf, staffReasonOf } from './dispute-facts.ts'
import type { DisputeRow } from './dispute-rows.ts'

const ToMember = z.object({ disputeId: z.int(), memberId: z.int() })

/** Mails the seller. */
export const sendDisputeOpened = job({
  name: 'send-dispute-opened',
  payload: ToMember,
  run: (deps, payload) =>
    mailMember(deps, payload, (dispute) => ({
      subject: `Something is wrong with ${dispute.name}`,
      lines: [
        `The buyer of ${goodsOf(dispute)} says: ${reasonTexts[dispute.reason]}.`,
        'The money is held until this is decided. Please answer on the page of the dispute: what you write and show there is what our staff decides by.',
        'You can also give the money back there.',
      ],
    })),
})

/** Mails the buyer or the seller. */
export const sendDisputeDecided = job({
  name: 'send-dispute-decided',
  payload: ToMember,
  run: (deps, payload) =>
    mailMember(deps, payload, (dispute, isBuyer) => ({
      subject: `The dispute about ${dispute.name} is decided`,
      lines: [
        `It was about ${goodsOf(dispute)} of order ${dispute.transaction_ref}.`,
        outcomeOf(dispute),
        ...staffReasonOf(dispute),
        ...(isBuyer && hasRefund(dispute)
          ? ['A refund takes up to 10 working days, depending on the bank.']
          : []),
      ],
    })),
})

export const disputeJobs = [sendDisputeOpened, sendDisputeDecided]

const reasonTexts: Record<DisputeRow['reason'], string> = {
  NOT_RECEIVED: 'it has not arrived',
  NOT_AS_DESCRIBED: 'it is not as described',
  DAMAGED: 'it is damaged',
  OTHER: 'something else is wrong',
}

async function mailMember(
  deps: Deps,
  { disputeId, memberId }: z.output<typeof ToMember>,
  contentOf: (dispute: DisputeRow, isBuyer: boolean) => { subject: string; lines: string[] },
): Promise<void> {
  const dispute = await findDisputeFacts(deps.db, disputeId)
  const receiver = await findReceiver(deps, memberId)
  if (!dispute || !receiver) return
  const button = { label: 'The dispute', link: `${deps.settings.publicUrl}/disputes/${disputeId}` }
  await sendMail(deps, receiver, { ...contentOf(dispute, memberId === dispute.buyer_id), button })
}
