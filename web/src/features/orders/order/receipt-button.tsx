import { getReceipt } from '@rootsquare/contract/trade/order-documents'
import type { Order } from '@rootsquare/contract/trade/orders'
import { DownloadButton } from '#web/features/orders/order/download-button.tsx'
import { callFile } from '#web/lib/net/call-file.ts'

export function ReceiptButton({ order: { orderId, transactionRef } }: { order: Order }) {
  return (
    <DownloadButton
      label="Receipt"
      fileName={`rootsquare-receipt-${transactionRef}.pdf`}
      load={() => callFile(getReceipt, { id: orderId })}
    />
  )
}
