import type { Profile } from '@rootsquare/contract/profiles'
import type { Item } from '@rootsquare/contract/trade/market'
import { Link } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { DeliveryList } from '#web/entities/items/delivery-list.tsx'
import { shopDeliveryLines } from '#web/entities/items/delivery-text.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useStateNames } from '#web/entities/places/states.ts'
import { ShareButton } from '#web/entities/share/share-button.tsx'
import { SellerFacts } from '#web/features/market/item/item-seller.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ButtonLink } from '#web/ui/controls/button-link.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { BackLink } from '#web/ui/layout/page.tsx'
import classes from './shop-header.module.css'

type ShopHeaderProps = { seller: Profile; items: Item[]; isOwn: boolean }

export function ShopHeader({ seller, items, isOwn }: ShopHeaderProps) {
  const { id, username, firstname, lastname, profileImage } = seller
  const name = `${firstname} ${lastname}`
  return (
    <section
      className={`card-box ${classes.header} display-grid items-center gap-2xs-m margin-bottom-m`}
      aria-labelledby="shop-title"
    >
      <div className={`flex-row between ${classes.top}`}>
        <BackLink to="/marketplace">Marketplace</BackLink>
        <ShareButton
          label="Share shop"
          shared={{ link: `${location.origin}/shop/${id}`, name, title: `The shop of ${name}` }}
        />
      </div>
      <Avatar name={name} image={profileImage} size={72} />
      <div>
        <h1 id="shop-title" className={`breakable ${classes.name} text-xl`}>
          {name}
        </h1>
        <Link to="/u/$username" params={{ username }} className="muted underline-on-hover breakable">
          @{username}
        </Link>
      </div>
      {!isOwn && !seller.isBlockedByUser && (
        <ButtonLink to={routes.MessagePage} params={{ receipientId: String(id) }} className={classes.message}>
          <Icon of={MessageCircle} />
          Message Seller
        </ButtonLink>
      )}
      <div className={`wrap ${classes.facts}`}>
        <SellerFacts sellerId={id} replace={false} />
        <Policies items={items} />
      </div>
    </section>
  )
}

/** Describes how the seller hands over the items that are shown. */
function Policies({ items }: { items: Item[] }) {
  const deliveries = items.map(({ delivery }) => delivery)
  const codes = deliveries.flatMap(({ methods, stateCode }) =>
    stateCode !== null && methods.includes('PICKUP') ? [stateCode] : [],
  )
  const states = useStateNames([...new Set(codes)])
  return <DeliveryList lines={shopDeliveryLines(deliveries, states)} />
}
