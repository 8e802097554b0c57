import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { Item } from '@rootsquare/contract/trade/market'
import { useState } from 'react'
import type { OfferDialog } from '#web/features/market/item/offer-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** The code of the dialog is loaded when it is opened. */
export function OfferButton({ item }: { item: Item }) {
  const [shown, setShown] = useState<{ Opened: typeof OfferDialog } | null>(null)

  async function open(): Promise<void> {
    try {
      const { OfferDialog } = await import('#web/features/market/item/offer-dialog.tsx')
      setShown({ Opened: OfferDialog })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <>
      <Button variant="outline" onClick={() => void open()}>
        Make an offer
      </Button>
      {shown && <shown.Opened item={item} onClose={() => setShown(null)} />}
    </>
  )
}
