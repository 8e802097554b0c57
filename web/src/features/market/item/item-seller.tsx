import type { Item } from '@rootsquare/contract/trade/market'
import { Link } from '@tanstack/react-router'
import { PersonBlock } from '#web/entities/market/person-block.tsx'
import { SellerFacts } from '#web/features/market/shop/seller-facts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './item-seller.module.css'

/** Links replace the history entry of the dialog, so that Back leads to the item again. */
export function ItemSeller({ item }: { item: Item }) {
  const { id, userId, sellerUsername, sellerProfileImage, isApproved, can } = item
  return (
    <section className={classes.strip} aria-label="Seller">
      <PersonBlock
        title="Seller"
        id={userId}
        name={sellerUsername}
        username={sellerUsername}
        image={sellerProfileImage}
        size={48}
        canMessage={can.message}
        // A message cannot show what is not on sale.
        itemId={isApproved ? id : undefined}
        replace
      >
        {can.buy && !item.offer && <OfferButton item={item} />}
      </PersonBlock>
      {!can.update && <SellerFacts sellerId={userId} replace />}
      <Link to="/shop/$userId" params={{ userId: String(userId) }} replace className={`link ${classes.shop}`}>
        {can.update ? 'See your shop' : 'See all from this seller'}
      </Link>
    </section>
  )
}

function OfferButton({ item }: { item: Item }) {
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
