import { getPackingSlip } from '@rootsquare/contract/trade/order-documents'
import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { DownloadButton } from '#web/features/orders/order/download-button.tsx'
import { callFile } from '#web/lib/net/call-file.ts'

/** For the whole parcel, while there is something to send. */
export function PackingSlip({ order: { orderId, shippingAddress, state } }: { order: SellerOrder }) {
  if (shippingAddress === null || state === 'CANCELED') return null
  return (
    <DownloadButton
      label="Packing slip"
      fileName={`rootsquare-packing-slip-${orderId}.pdf`}
      load={() => callFile(getPackingSlip, { id: orderId })}
    />
  )
}
