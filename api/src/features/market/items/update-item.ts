import type { ItemChange } from '@rootsquare/contract/trade/market'
import { koboOf } from '@rootsquare/contract/lib/money'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { uploadPicture } from '#api/features/uploads/upload.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { lockItem, picturesOf } from './lock-item.ts'
import { putRest, releasePictures, takePictures, urlsOf, type Pictures } from './item-pictures.ts'
import {
  approvedFeesOf,
  deliveryColumns,
  isFeeRaised,
  isSameDelivery,
  rejectHighFees,
} from './item-delivery.ts'
import { requireItem } from './item-rows.ts'

async function requireOwnItem(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const item = await requireItem(deps, viewer, id)
  if (!item.can.update) throw forbidden()
}

export async function updateItem(deps: Deps, viewer: Viewer, id: number, change: ItemChange) {
  await requireOwnItem(deps, viewer, id)
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const item = await lockItem(tx, id)
    rejectChangedStock(item, change)
    const before = await picturesOf(tx, id, item)
    const after = await takePictures({ ...deps, tx }, viewer, change, before)
    const delivery = await deliveryColumns(tx, change.delivery)
    const columns = { ...columnsOf(change, after), ...delivery }
    const price_kobo = columns.price_kobo ?? item.price_kobo
    rejectHighFees({ ...item, ...delivery, price_kobo }, change)
    const hasNewPictures = urlsOf(before).join(' ') !== urlsOf(after).join(' ')
    // A new text, picture or much higher fee has to be approved again, and the reason against the old one no longer applies.
    const isContentChanged =
      hasNewPictures ||
      hasNewText(item, change) ||
      (item.is_approved && isFeeRaised(item, { ...item, ...delivery }))
    const isSaleChanged = hasNewPriceOrStock(item, change) || !isSameDelivery(item, { ...item, ...delivery })
    const needsApproval = isContentChanged || (item.disapproval_reason !== null && isSaleChanged)
    await tx
      .updateTable('items')
      .set({
        ...columns,
        ...(item.is_approved && approvedFeesOf(item)),
        ...(needsApproval && { is_approved: false, disapproval_reason: null }),
      })
      .where('id', '=', id)
      .execute()
    if (hasNewPictures) {
      await putRest(tx, id, after.rest)
      await releasePictures(tx, before, after)
    }
    return requireItem({ ...deps, db: tx }, viewer, id)
  })
}

/** A file, or the URL of one that was uploaded before. */
type ImageInput = { body?: { imageUrl: string }; parts?: AsyncIterable<Part> }

export async function changeItemImage(deps: Deps, viewer: Viewer, id: number, { body, parts }: ImageInput) {
  // Checked before the file is read, because only the seller may store one.
  await requireOwnItem(deps, viewer, id)
  const imageUrl = parts ? (await uploadPicture(deps, viewer, parts)).secure_url : body?.imageUrl
  return updateItem(deps, viewer, id, { imageUrl })
}

type ItemText = { name: string; description: string }

const hasNewText = (
  item: ItemText,
  { name = item.name, description = item.description }: Partial<ItemText>,
) => name !== item.name || description !== item.description

type PriceAndStock = { price_kobo: number; stock: number }

const hasNewPriceOrStock = (item: PriceAndStock, { price, stock = item.stock }: ItemChange) =>
  stock !== item.stock || (price !== undefined && koboOf(price) !== item.price_kobo)

/** Rejects a change if the stock has changed while the form was open, so that no sold unit comes back. */
function rejectChangedStock({ stock }: { stock: number }, { expectedStock = stock }: ItemChange): void {
  if (expectedStock === stock) return
  throw conflict(`The stock has changed meanwhile: it is ${stock} now.`, 'STOCK_CHANGED')
}

function columnsOf({ name, description, price, stock }: ItemChange, { first }: Pictures) {
  const price_kobo = price === undefined ? undefined : koboOf(price)
  const picture = { image_url: first?.url ?? null, thumbnail_url: first?.thumbnail_url ?? null }
  return { name, description, price_kobo, stock, ...picture }
}
