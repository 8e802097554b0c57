import type { Item } from '@rootsquare/contract/trade/market'
import { Link } from '@tanstack/react-router'
import type { Seller } from '@rootsquare/contract/trade/sellers'
import { useQuery } from '@tanstack/react-query'
import { MemberBlock } from '#web/entities/market/member-block.tsx'
import { sellerOf } from '#web/features/market/item-api.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { longMonthText } from '#web/lib/format/days.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './item-seller.module.css'

/** Links replace the history entry of the dialog, so that Back returns to the item. */
export function ItemSeller({ item }: { item: Item }) {
  const { id, userId, sellerUsername, sellerProfileImage, isApproved, can } = item
  return (
    <section className={`${classes.strip} pad-s radius-m on-tint`} aria-label="Seller">
      <MemberBlock
        title="Seller"
        id={userId}
        name={sellerUsername}
        username={sellerUsername}
        image={sellerProfileImage}
        size={48}
        canMessage={can.message}
        // A message cannot show an item that is not for sale.
        itemId={isApproved ? id : undefined}
        replace
      >
        {can.buy && !item.offer && <OfferButton item={item} />}
      </MemberBlock>
      {!can.update && <SellerFacts sellerId={userId} replace />}
      <Link
        to="/shop/$userId"
        params={{ userId: String(userId) }}
        replace
        className={`text-link touch ${classes.shop}`}
      >
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

type SellerFactsProps = {
  sellerId: number
  /** Replaces the history entry of a dialog, so that Back returns to the dialog. */
  replace: boolean
}

/** Shows nothing if the facts fail to load, because nobody needs them to buy. */
export function SellerFacts({ sellerId, replace }: SellerFactsProps) {
  const { data: seller } = useQuery(sellerOf(sellerId))
  if (seller === undefined) return null
  return (
    <ul className="muted breakable display-grid gap-3xs text-s leading-reading" aria-label="About the seller">
      <li>Member since {longMonthText(seller.memberSince)}</li>
      <li>
        {seller.finishedSales === 0
          ? 'No finished sales yet'
          : quantityText(seller.finishedSales, 'finished sale')}
      </li>
      {seller.rating.average !== null && (
        <li>
          Rated {seller.rating.average.toFixed(1)} of 5 in {quantityText(seller.rating.count, 'review')}
        </li>
      )}
      {seller.sharedGroups.length > 0 && <SharedGroups groups={seller.sharedGroups} replace={replace} />}
      {seller.buyersYouFollow !== null && (
        <li>{numberText(seller.buyersYouFollow)} people you follow bought from this seller</li>
      )}
    </ul>
  )
}

type SharedGroupsProps = { groups: Seller['sharedGroups']; replace: boolean }

function SharedGroups({ groups, replace }: SharedGroupsProps) {
  return (
    <li>
      {groups.length === 1 ? 'Also in your group ' : 'Also in your groups '}
      <ListRows of={groups} rowKey={({ id }) => id} as="span">
        {({ id, name }, at) => (
          <span>
            {at > 0 && ', '}
            <Link
              to="/group/$groupId"
              params={{ groupId: String(id) }}
              replace={replace}
              className="text-link"
            >
              {name}
            </Link>
          </span>
        )}
      </ListRows>
    </li>
  )
}
