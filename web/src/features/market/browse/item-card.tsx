import type { Item } from '@rootsquare/contract/market'
import { nairaText } from '@rootsquare/contract/money'
import { Link } from '@tanstack/react-router'
import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { FavoriteButton } from '#web/features/market/browse/favorite-button.tsx'
import { addressOf } from '#web/features/market/browse/market-search.ts'
import type { MarketSearch } from '#web/features/market/browse/market-search.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import classes from './item-card.module.css'

export type ItemCardProps = {
  item: Item
  search: MarketSearch
  isStaff: boolean
  /** Stands beside the price of what can be bought. */
  QuickAdd: ComponentType<{ item: Item }>
}

/** What is sold out can be neither opened nor bought. */
export function ItemCard({ item, search, isStaff, QuickAdd }: ItemCardProps) {
  const isOut = item.stock <= 0
  return (
    <li className={['card', classes.card].join(' ')} data-out={isOut || undefined} data-staff={isStaff}>
      {isOut ? <Face item={item} /> : <Way item={item} search={search} />}
      <div className={classes.body}>
        <Seller item={item} />
        <div className={classes.buy}>
          <p className={classes.price}>{nairaText(item.price)}</p>
          {!isOut && item.can.buy && !item.can.approve && <QuickAdd item={item} />}
        </div>
      </div>
      <Marks item={item} isStaff={isStaff} />
    </li>
  )
}

/** In place of this entry: Back then closes what it opens, and once more leaves the list. */
function Way({ item, search }: Pick<ItemCardProps, 'item' | 'search'>) {
  return (
    <Link
      to="/marketplace"
      search={addressOf({ ...search, item: item.id })}
      replace
      resetScroll={false}
      state={{ keepsFocus: true }}
      className={classes.way}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      <Face item={item}>
        <span className={classes.more}>See More</span>
      </Face>
    </Link>
  )
}

function Face({ item, children }: { item: Item; children?: ReactNode }) {
  return (
    <>
      <ItemPicture item={item}>{children}</ItemPicture>
      <h3 className={classes.name}>{item.name}</h3>
    </>
  )
}

const tints = 4

/** Above the item's name, so it says nothing of its own. Items without one are tinted by their category. */
function ItemPicture({ item, children }: { item: Item; children?: ReactNode }) {
  const image = item.thumbnailUrl ?? item.imageUrl
  const [broken, setBroken] = useState<string | null>(null)
  const isMissing = image === null || image === broken
  return (
    <span className={classes.picture} data-tint={isMissing ? (item.categories[0] ?? 0) % tints : undefined}>
      {isMissing ? (
        <span className={classes.missing}>
          <Package size={56} strokeWidth={1.3} aria-hidden="true" />
        </span>
      ) : (
        <img src={image} alt="" width={300} height={300} loading="lazy" onError={() => setBroken(image)} />
      )}
      {children}
    </span>
  )
}

/** Who shows no picture has the cloth of what they sell. */
function Seller({ item: { sellerUsername, sellerProfileImage, categories } }: { item: Item }) {
  return (
    <p className={classes.seller}>
      {sellerProfileImage === null ? (
        <span className={classes.swatch}>
          <Cloth cloth={clothOf(categories[0] ?? null)} isSwatch />
        </span>
      ) : (
        <Avatar name={sellerUsername} image={sellerProfileImage} size={18} />
      )}
      <span className={classes.username}>{sellerUsername}</span>
    </p>
  )
}

/** A favourite that has sold out can still be taken off the list of them. */
function Marks({ item, isStaff }: Pick<ItemCardProps, 'item' | 'isStaff'>) {
  const [wasFavorite] = useState(item.favorite)
  const isOut = item.stock <= 0
  return (
    <div className={classes.marks}>
      {isOut && <span className={classes.out}>Out Of Stock</span>}
      {isStaff && (
        <span className={classes.approval} data-approved={item.isApproved}>
          {item.isApproved ? 'Approved' : 'Unapproved'}
        </span>
      )}
      {(!isOut || wasFavorite) && <FavoriteButton item={item} />}
    </div>
  )
}
