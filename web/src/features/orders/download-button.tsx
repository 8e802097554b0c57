import Download from 'lucide-react/icons/download'
import { getReceipt, getPackingSlip } from '@rootsquare/contract/trade/order-documents'
import type { Order, SellerOrder } from '@rootsquare/contract/trade/orders'
import { saveFile } from '#web/lib/media/save-file.ts'
import { callFile } from '#web/lib/net/call-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'

type DownloadButtonProps = { label: string; fileName: string; load: () => Promise<Blob> }

function DownloadButton({ label, fileName, load }: DownloadButtonProps) {
  const loading = useServerMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(fileName, file),
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })

  function start(): void {
    if (!loading.isPending) loading.mutate()
  }

  return (
    <Button variant="outline" isBusy={loading.isPending} onClick={start}>
      <span className="flex-row gap-xs">
        <Icon of={Download} />
        {label}
      </span>
    </Button>
  )
}

export function ReceiptButton({ order: { orderId, transactionRef } }: { order: Order }) {
  return (
    <DownloadButton
      label="Receipt"
      fileName={`rootsquare-receipt-${transactionRef}.pdf`}
      load={() => callFile(getReceipt, { id: orderId })}
    />
  )
}

/** Downloads the packing slip of the whole parcel, while there is still something to send. */
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
