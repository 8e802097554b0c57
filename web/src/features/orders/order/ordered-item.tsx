import { nairaText } from '@rootsquare/contract/lib/money'
import type { OrderLine } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import classes from './ordered-item.module.css'

type Ordered = Pick<OrderLine, 'itemId' | 'name' | 'quantity' | 'unitPrice' | 'total'>
type OrderedItemProps = { item: Ordered; image: string | null; children?: ReactNode }

export function OrderedItem({ item, image, children }: OrderedItemProps) {
  return (
    <div className={`${classes.item} positioned display-grid gap-xs-s`}>
      <ItemThumbnail image={image} size={72} />
      <div className="stack gap-2xs justify-start">
        <ItemName item={item} />
        <p className={`muted ${classes.price}`}>
          Quantity {item.quantity} · {nairaText(item.unitPrice)} each
        </p>
        {children}
      </div>
      <p className={`bold ${classes.total}`}>
        <span className="sr-only">Together </span>
        {nairaText(item.total)}
      </p>
    </div>
  )
}

function ItemName({ item: { itemId, name } }: { item: Ordered }) {
  const className = `breakable semibold ${classes.name}`
  if (itemId === null) return <p className={className}>{name}</p>
  return (
    <Link to="/marketplace" search={{ item: itemId }} className={`${className} underline-on-hover`}>
      {name}
    </Link>
  )
}
