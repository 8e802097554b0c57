import { sql } from 'kysely'
import { addressLines } from '@rootsquare/contract/lib/address-format'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { noSuchOrder } from '#api/features/orders/order-rows.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { makePdf, type Pdf } from './pdf.ts'

type Parcel = {
  reference: string
  isPaid: boolean
  address: OrderAddress | null
  phone: string | null
  buyer: string | null
  seller: string
  sellerUsername: string
  lines: { id: number; name: string; quantity: number }[] | null
}

export async function makePackingSlip(deps: Deps, viewer: Viewer, lineId: number): Promise<Buffer> {
  const parcel = await parcelOf(deps.db, viewer, lineId)
  if (!parcel) throw noSuchOrder()
  const { reference, isPaid, address, lines } = parcel
  if (!isPaid) throw conflict('There is a packing slip once it is paid.', 'NOT_PAID')
  if (!lines || !address) throw conflict('There is nothing to send any more.', 'NOTHING_TO_SEND')
  return makePdf(`Packing slip ${reference}`, 'A5', (pdf) => {
    const link = `${deps.settings.publicUrl}/my-order/${reference}`
    pdf.head('Packing slip', [`Order ${reference}`, 'Scan the code to see the order and confirm it.'], link)
    writePeople(pdf, parcel, address)
    pdf.heading('In this parcel')
    for (const { id, name, quantity } of lines) pdf.row({ left: `${quantity} × ${name}`, right: `No. ${id}` })
  })
}

function writePeople(
  pdf: Pdf,
  { buyer, phone, seller, sellerUsername }: Parcel,
  address: OrderAddress,
): void {
  const number = phone ?? address.phoneNumber
  pdf.heading('To')
  pdf.lines([buyer, ...addressLines(address), number], 14)
  pdf.heading('From')
  pdf.lines([`${seller} (@${sellerUsername})`])
}

/**
 * Finds everything that this seller sends of the order. `lines` is null if all were
 * canceled. Returns nothing for the line of another seller.
 */
async function parcelOf(db: Db, viewer: Viewer, lineId: number): Promise<Parcel | undefined> {
  const { rows } = await sql<Parcel>`
    select transaction_ref as reference, paid_at is not null as "isPaid", shipping_address as address,
      orders.phone_number as phone, buyers.firstname || ' ' || buyers.lastname as buyer,
      sellers.firstname || ' ' || sellers.lastname as seller, sellers.username as "sellerUsername",
      (select json_agg(json_build_object('id', id, 'name', name, 'quantity', quantity) order by id)
        from order_lines others where others.order_id = orders.id and others.seller_id = sellers.id
          and others.canceled_at is null and orders.status not in ('CANCELED', 'FAILED')) as lines
    from order_lines join orders on orders.id = order_id join members sellers on sellers.id = seller_id
      left join members buyers on buyers.id = buyer_id
    where order_lines.id = ${lineId} and seller_id = ${viewer.id}`.execute(db)
  return rows[0]
}
