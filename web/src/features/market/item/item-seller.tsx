import type { Item } from '@rootsquare/contract/market'
import type { Seller } from '@rootsquare/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PersonBlock } from '#web/entities/market/person-block.tsx'
import { sellerOf } from '#web/features/market/item/item-api.ts'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import classes from './item-seller.module.css'

const monthOfYear = new Intl.DateTimeFormat('en-NG', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})

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
      />
      {!can.update && <Trust sellerId={userId} />}
    </section>
  )
}

/** Shows nothing if it fails to load, because nobody needs it to buy. */
function Trust({ sellerId }: { sellerId: number }) {
  const { data: seller } = useQuery(sellerOf(sellerId))
  if (seller === undefined) return null
  return (
    <ul className={['muted breakable', classes.trust].join(' ')} aria-label="About the seller">
      <li>Member since {monthOfYear.format(new Date(seller.memberSince))}</li>
      <li>
        {seller.finishedSales === 0
          ? 'No finished sales yet'
          : quantityText(seller.finishedSales, 'finished sale')}
      </li>
      {seller.sharedGroups.length > 0 && <SharedGroups groups={seller.sharedGroups} />}
      {seller.buyersYouFollow !== null && (
        <li>{numberText(seller.buyersYouFollow)} people you follow bought from this seller</li>
      )}
    </ul>
  )
}

function SharedGroups({ groups }: { groups: Seller['sharedGroups'] }) {
  return (
    <li>
      {groups.length === 1 ? 'Also in your group ' : 'Also in your groups '}
      {groups.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to="/group/$groupId" params={{ groupId: String(id) }} replace className="link">
            {name}
          </Link>
        </span>
      ))}
    </li>
  )
}
