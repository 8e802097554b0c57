import type { Item } from '@rootsquare/contract/trade/market'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

export function OfferButton({ item }: { item: Item }) {
  const offer = useLoadedDialog(
    async () => (await import('#web/features/market/offer/offer-dialog.tsx')).OfferDialog,
  )
  return (
    <>
      <Button variant="outline" onClick={() => void offer.open()}>
        Make an offer
      </Button>
      {offer.Dialog && <offer.Dialog item={item} onClose={offer.close} />}
    </>
  )
}
