import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { Link } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'
import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import { QuickAdd } from '#web/entities/cart/quick-add.tsx'
import { RatingText } from '#web/entities/market/stars.tsx'
import { marketParams, type MarketSearch } from '#web/features/market/browse/market-search.ts'
import { useStateNames } from '#web/entities/places/states.ts'
import { FavoriteButton } from '#web/features/market/item/favorite-button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { ClothSwatch } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './item-grid.module.css'

type ItemGridProps = Omit<ItemCardProps, 'item' | 'isLead'> & { items: Item[]; isWaiting: boolean }

export function ItemGrid({ items, isWaiting, ...props }: ItemGridProps) {
  return (
    <ul
      className={`gap-m ${classes.grid}`}
      aria-label="Items"
      aria-busy={isWaiting}
      data-waiting={isWaiting || undefined}
    >
      <ListRows of={items} rowKey={({ id }) => id}>
        {(item, at) => <ItemCard item={item} isLead={at === 0} {...props} />}
      </ListRows>
    </ul>
  )
}

/** The placeholders are as large as the cards, so that nothing moves when the items are loaded. */
export function ItemGridSkeleton() {
  return (
    <>
      <output className="sr-only">Loading items</output>
      <div className={`gap-m ${classes.grid}`} aria-hidden="true">
        {Array.from({ length: 8 }, (_, at) => at).map((at) => (
          <div key={at} className="card-box">
            <div className={classes.ghost} />
            <div className={`stack gap-xs ${classes.lines}`}>
              <span />
              <span />
              <span />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

type ItemCardProps = {
  item: Item
  /** True if this picture is loaded before all others. */
  isLead: boolean
  search: MarketSearch
  isStaff: boolean
}

/** A sold-out item can be neither opened nor bought. */
function ItemCard({ item, isLead, search, isStaff }: ItemCardProps) {
  const isOut = item.stock <= 0
  return (
    <li
      className={`card-box ${classes.card} positioned display-flex column`}
      data-out={isOut || undefined}
      data-staff={isStaff}
    >
      {isOut ? (
        <CardHead item={item} isLead={isLead} />
      ) : (
        <ItemLink item={item} isLead={isLead} search={search} />
      )}
      <div className={`stack gap-2xs ${classes.body}`}>
        <div className={classes.origin}>
          <Seller item={item} />
          <ItemPlace stateCode={item.delivery.stateCode} />
        </div>
        <RatingText rating={item.rating} />
        <div className={`flex-row wrap between gap-2xs touch ${classes.buy}`}>
          <p className={`breakable tabular ${classes.price}`}>{nairaText(item.price)}</p>
          {!isOut && item.can.buy && !item.can.approve && <QuickAdd item={item} />}
        </div>
      </div>
      <ItemMarks item={item} isStaff={isStaff} />
    </li>
  )
}

/** Replaces the history entry, so that Back closes the item and the next Back leaves the list. */
function ItemLink({ item, isLead, search }: Pick<ItemCardProps, 'item' | 'isLead' | 'search'>) {
  return (
    <Link
      to="."
      search={marketParams({ ...search, item: item.id })}
      replace
      resetScroll={false}
      state={{ keepsFocus: true }}
      className={classes.link}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      <CardHead item={item} isLead={isLead} />
    </Link>
  )
}

function CardHead(props: Pick<ItemCardProps, 'item' | 'isLead'>) {
  return (
    <>
      <ItemPicture {...props} />
      <h3 className={`one-line semibold ${classes.name}`}>{props.item.name}</h3>
    </>
  )
}

const tints = ['primary', 'clay', 'gold', 'leaf']

function tintOf({ categories: [first = 0] }: Item) {
  const tint = tints[first % tints.length]
  return { background: `var(--${tint}-soft)`, color: `var(--on-${tint}-soft)` }
}

const tileSizes = '(max-width: 767px) 50vw, 300px'

/** The picture has no text of its own because the item's name is below it. */
function ItemPicture({ item, isLead }: Pick<ItemCardProps, 'item' | 'isLead'>) {
  const missing = (
    <span className="cover-picture center-content" style={tintOf(item)}>
      <span className={`${classes.missing} center-content circle`}>
        <Icon of={Package} size="xl" />
      </span>
    </span>
  )
  return (
    <span className={classes.picture}>
      <Picture
        src={item.thumbnailUrl ?? item.imageUrl}
        alt=""
        sizes={tileSizes}
        width={300}
        height={300}
        loading={isLead ? 'eager' : 'lazy'}
        fetchPriority={isLead ? 'high' : 'auto'}
        fallback={missing}
      />
      {item.stock > 0 && <span className={`strong ${classes.more}`}>See More</span>}
    </span>
  )
}

/** Shows a pattern, because nobody is recognisable at 18 px and twenty sellers' pictures weigh 40 kB. */
function Seller({ item: { sellerUsername, categories } }: { item: Item }) {
  return (
    <p className="flex-row gap-xs text-xs muted">
      <ClothSwatch name={String(categories[0] ?? '')} size={18} />
      <span className="one-line">{sellerUsername}</span>
    </p>
  )
}

/** Takes its line from the start, so that no price moves when the names of the states have loaded. */
function ItemPlace({ stateCode }: { stateCode: string | null }) {
  const [name] = useStateNames(stateCode === null ? [] : [stateCode])
  return (
    <p className={`flex-row gap-xs text-xs muted ${classes.place}`}>
      {name !== undefined && (
        <>
          <Icon of={MapPin} size="s" />
          <span className="sr-only">in </span>
          <span className="one-line">{name}</span>
        </>
      )}
    </p>
  )
}

/** A sold-out favourite keeps its heart, so that it can be removed from the favourites. */
function ItemMarks({ item, isStaff }: Pick<ItemCardProps, 'item' | 'isStaff'>) {
  const [wasFavorite] = useState(item.favorite)
  const isOut = item.stock <= 0
  return (
    <div className={`flex-row wrap gap-xs ${classes.marks}`}>
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
