import type { Item } from '@rootsquare/contract/market'
import { ItemCard } from '#web/features/market/browse/item-card.tsx'
import type { ItemCardProps } from '#web/features/market/browse/item-card.tsx'
import classes from './item-grid.module.css'

type ItemGridProps = Omit<ItemCardProps, 'item'> & { items: Item[]; isWaiting: boolean }

export function ItemGrid({ items, isWaiting, ...props }: ItemGridProps) {
  return (
    <ul
      className={classes.grid}
      aria-label="Items"
      aria-busy={isWaiting}
      data-waiting={isWaiting || undefined}
    >
      {items.map((item) => (
        <ItemCard key={item.id} item={item} {...props} />
      ))}
    </ul>
  )
}

/** As large as the cards, so that nothing moves when they are loaded. */
export function ItemGridSkeleton() {
  return (
    <>
      <output className="sr-only">Loading items</output>
      <div className={classes.grid} aria-hidden="true">
        {Array.from({ length: 8 }, (_, at) => at).map((at) => (
          <div key={at} className="card">
            <div className={classes.picture} />
            <div className={['stack gap-8', classes.lines].join(' ')}>
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
