import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notify, type NewNotification } from '#api/domain/notify.ts'
import { lockMailboxes, sendSystemMessages } from '#api/domain/system-messages.ts'
import { enqueue } from '#api/jobs/job.ts'
import { messageTo, messagesToStaff } from '#api/features/orders/notify/order-messages.ts'
import { findDisputeFacts, goodsOf, outcomeOf, staffReasonOf } from './dispute-facts.ts'
import { sendDisputeDecided, sendDisputeOpened } from './jobs.ts'

// A message to one side never contains the text of the other, because it would remain when its author is erased.
// Mails are queued first, because a system message locks the receiver's mailbox until the commit.

type NoticeDeps = Pick<Deps, 'clock' | 'bus'>

const notificationTo = (id: number, memberId: number | null, text: string): NewNotification[] =>
  memberId === null ? [] : [{ memberId, kind: 'DISPUTE', target: { type: 'dispute', id }, text }]

export async function notifyDisputeOpened(deps: NoticeDeps, tx: Tx, id: number): Promise<void> {
  const dispute = await findDisputeFacts(tx, id)
  if (!dispute) return
  const { buyer_id: buyerId, seller_id: sellerId, transaction_ref: reference } = dispute
  const goods = goodsOf(dispute)
  if (sellerId !== null) await enqueue(tx, sendDisputeOpened, { disputeId: id, memberId: sellerId })
  const messages = [
    ...messageTo(
      sellerId,
      `The buyer says that something is wrong with ${goods}. The money is held until this is decided. Please answer on the page of the dispute, or give the money back there.`,
    ),
    ...(await messagesToStaff(
      tx,
      `There is a new dispute about ${goods} of order ${reference}. Please look at the disputes.`,
    )),
  ]
  // The buyer gets a live event next, and may be one of the staff.
  const readers = messages.map(({ memberId }) => memberId)
  await lockMailboxes(tx, buyerId === null ? readers : [buyerId, ...readers])
  await sendSystemMessages(deps, tx, messages)
  await notify(deps, tx, notificationTo(id, sellerId, `Something is wrong with ${goods}, says its buyer`))
}

/** Notifies all other participants: buyer, seller, and the staff who have written in the dispute. */
export async function notifyDisputeMessage(
  deps: NoticeDeps,
  tx: Tx,
  id: number,
  authorId: number,
): Promise<void> {
  const dispute = await findDisputeFacts(tx, id)
  if (!dispute) return
  const staff = await tx
    .selectFrom('dispute_messages')
    .innerJoin('members', 'members.id', 'author_id')
    .select('author_id')
    .distinct()
    .where('dispute_id', '=', id)
    .where('dispute_messages.role', '=', 'staff')
    .where('members.role', '<>', 'USER')
    .where('banned_at', 'is', null)
    .execute()
  const readers = [dispute.buyer_id, dispute.seller_id, ...staff.map(({ author_id }) => author_id)]
  const text = `There is a new message in the dispute about ${goodsOf(dispute)}`
  await notify(
    deps,
    tx,
    readers.filter((reader) => reader !== authorId).flatMap((reader) => notificationTo(id, reader, text)),
  )
}

export async function notifyDisputeDecided(deps: NoticeDeps, tx: Tx, id: number): Promise<void> {
  const dispute = await findDisputeFacts(tx, id)
  if (!dispute) return
  const goods = goodsOf(dispute)
  const { buyer_id: buyerId, seller_id: sellerId } = dispute
  const decided = `The dispute about ${goods} of order ${dispute.transaction_ref} is decided.`
  const text = [decided, outcomeOf(dispute), ...staffReasonOf(dispute)].join(' ')
  for (const memberId of [buyerId, sellerId])
    if (memberId !== null) await enqueue(tx, sendDisputeDecided, { disputeId: id, memberId })
  await sendSystemMessages(deps, tx, [...messageTo(buyerId, text), ...messageTo(sellerId, text)])
  const short = `The dispute about ${goods} is decided. ${outcomeOf(dispute)}`
  await notify(deps, tx, [...notificationTo(id, buyerId, short), ...notificationTo(id, sellerId, short)])
}

export async function notifyDisputeWithdrawn(deps: NoticeDeps, tx: Tx, id: number): Promise<void> {
  const dispute = await findDisputeFacts(tx, id)
  if (!dispute) return
  const text = `The buyer has withdrawn the dispute about ${goodsOf(dispute)}.`
  const { seller_id: sellerId } = dispute
  await sendSystemMessages(deps, tx, messageTo(sellerId, `${text} You will be paid as usual.`))
  await notify(deps, tx, notificationTo(id, sellerId, text))
}
