import type { Seller } from '@rootsquare/contract/trade/sellers'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sellerOf } from '#web/features/market/item/item-api.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import classes from './seller-facts.module.css'

const monthOfYear = new Intl.DateTimeFormat('en-NG', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})

type SellerFactsProps = {
  sellerId: number
  /** Replaces the history entry of a dialog, so that Back leads to the dialog again. */
  replace: boolean
}

/** Shows nothing if it fails to load, because nobody needs it to buy. */
export function SellerFacts({ sellerId, replace }: SellerFactsProps) {
  const { data: seller } = useQuery(sellerOf(sellerId))
  if (seller === undefined) return null
  return (
    <ul className={`muted breakable ${classes.facts}`} aria-label="About the seller">
      <li>Member since {monthOfYear.format(new Date(seller.memberSince))}</li>
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
      {groups.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to="/group/$groupId" params={{ groupId: String(id) }} replace={replace} className="link">
            {name}
          </Link>
        </span>
      ))}
    </li>
  )
}
