import type { OrderLine } from '@rootsquare/contract/orders'
import { nairaText } from '@rootsquare/contract/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OrderPicture } from '#web/features/orders/order/order-parts.tsx'
import classes from './ordered-item.module.css'

type Ordered = Pick<OrderLine, 'itemId' | 'name' | 'quantity' | 'unitPrice' | 'total'>
type OrderedItemProps = { item: Ordered; image: string | null; children?: ReactNode }

export function OrderedItem({ item, image, children }: OrderedItemProps) {
  return (
    <div className={classes.item}>
      <OrderPicture image={image} />
      <div className={classes.text}>
        <ItemName item={item} />
        <p className={classes.price}>
          Quantity {item.quantity} · {nairaText(item.unitPrice)} each
        </p>
        {children}
      </div>
      <p className={classes.total}>
        <span className="sr-only">Together </span>
        {nairaText(item.total)}
      </p>
    </div>
  )
}

function ItemName({ item: { itemId, name } }: { item: Ordered }) {
  if (itemId === null) return <p className={classes.name}>{name}</p>
  return (
    <Link to="/marketplace" search={{ item: itemId }} className={classes.name}>
      {name}
    </Link>
  )
}
