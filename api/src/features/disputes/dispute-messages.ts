import type { Dispute, DisputeRole, NewDisputeMessage } from '@rootsquare/contract/trade/disputes'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isAtImageHost, notUploaded, claimOwnMedia } from '#api/domain/media-ownership.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { notifyDisputeMessage } from './dispute-notices.ts'
import { disputeEnded, requireDispute } from './dispute-rows.ts'
import { getDispute } from './get-dispute.ts'

export async function addDisputeMessage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  message: NewDisputeMessage,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const found = await requireDispute(tx, viewer, id)
    await lockOrder(deps, tx, found.dispute.order_id, viewer)
    const { dispute, role } = await requireDispute(tx, viewer, id)
    if (dispute.state !== 'OPEN') throw disputeEnded(dispute)
    await insertDisputeMessage(deps, tx, viewer, { disputeId: id, role, ...message })
    await announceOrder(deps, tx, dispute.order_id, dispute.order_line_id)
    await notifyDisputeMessage(deps, tx, id, viewer.id)
    return getDispute(deps, tx, viewer, id)
  })
}

export async function insertDisputeMessage(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  message: NewDisputeMessage & { disputeId: number; role: DisputeRole },
): Promise<void> {
  const images = await takeImages(deps, tx, viewer, message.images ?? [])
  const { id } = await tx
    .insertInto('dispute_messages')
    .values({
      dispute_id: message.disputeId,
      author_id: viewer.id,
      role: message.role,
      body: message.text,
      created_at: deps.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (images.length === 0) return
  const rows = images.map((image, position) => ({ message_id: id, position, ...image }))
  await tx.insertInto('dispute_images').values(rows).execute()
}

type Image = { url: string; thumbnail_url: string | null }

/** Marks the images as in use, so that the sweeper does not delete them. */
async function takeImages(deps: Deps, tx: Tx, viewer: Viewer, urls: string[]): Promise<Image[]> {
  if (new Set(urls).size < urls.length) throw invalid({ images: 'The same picture is in it twice.' })
  const ours = urls.filter((url) => !isAtImageHost(deps.settings, url))
  const own = await claimOwnMedia(deps, tx, viewer.id, ours)
  return urls.map((address) => {
    if (!ours.includes(address)) return { url: address, thumbnail_url: null }
    const stored = own.find(({ url }) => url === address)
    if (!stored) throw notUploaded('images')
    if (!stored.type.startsWith('image/')) throw invalid({ images: 'This must be a picture.' })
    return { url: stored.url, thumbnail_url: stored.thumbnail_url }
  })
}
