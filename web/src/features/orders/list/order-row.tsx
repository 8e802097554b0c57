import { nairaText } from '@rootsquare/contract/money'
import type { Order, OrderState } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import classes from './order-row.module.css'

type OrderRowProps = {
  image: string | null
  /** Has the class `rowLink`; the whole row leads there. */
  link: ReactNode
  facts: ReactNode
  state: OrderState
  total: number
  menu?: ReactNode
}

export const rowLink = ['strong breakable', classes.name].join(' ')

export function OrderRow({ image, link, facts, state, total, menu }: OrderRowProps) {
  return (
    <li className={['card', classes.row].join(' ')} data-menu={menu !== undefined || undefined}>
      <ItemThumbnail image={image} size={72} />
      <div className={classes.text}>
        {link}
        <p className="muted breakable">{facts}</p>
      </div>
      <div className={classes.end}>
        <StatusChip state={state} />
        <p className={classes.total}>{nairaText(total)}</p>
      </div>
      {menu && <div className={classes.menu}>{menu}</div>}
    </li>
  )
}

export function BoughtRow({ order }: { order: Order }) {
  const { orderItemList, createdDate, transactionRef } = order
  const [first, ...others] = orderItemList
  const quantity = orderItemList.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <OrderRow
      image={first?.thumbnailUrl ?? first?.imageUrl ?? null}
      link={
        <Link to={routes.OrderDetails} params={{ reference: transactionRef }} className={rowLink}>
          {first?.name ?? transactionRef}
          {others.length > 0 && ` and ${others.length} more`}
        </Link>
      }
      facts={
        <>
          Quantity {quantity} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
        </>
      }
      state={order.orderStatus}
      total={order.totalAmount}
    />
  )
}
