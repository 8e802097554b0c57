import { nairaText } from '@rootsquare/contract/money'
import type { Order, OrderLine } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { PersonBlock } from '#web/entities/market/person-block.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './order-lines.module.css'

type OrderLinesProps = { order: Order; onRefund: (orderLineId: number) => void }

export function OrderLines({ order, onRefund }: OrderLinesProps) {
  return bySeller(order.orderItemList).map(([first, ...others]) => (
    <section
      key={first.seller}
      className={['card stack gap-8', classes.seller].join(' ')}
      aria-label={`Items from ${first.sellerUsername}`}
    >
      <PersonBlock
        title="Seller"
        id={first.seller}
        name={first.sellerUsername}
        username={first.sellerUsername}
        image={first.sellerProfileImage}
        canMessage={first.can.message}
      />
      <ul>
        {[first, ...others].map((line) => (
          <Line
            key={line.orderLineId}
            line={line}
            order={order}
            onRefund={() => onRefund(line.orderLineId)}
          />
        ))}
      </ul>
    </section>
  ))
}

const note = ['note breakable', classes.note].join(' ')

type LineProps = { line: OrderLine; order: Order; onRefund: () => void }

function Line({ line, order, onRefund }: LineProps) {
  return (
    <li className={classes.line}>
      <OrderedItem item={line} image={line.thumbnailUrl ?? line.imageUrl}>
        {line.state !== order.orderStatus && <StatusChip state={line.state} />}
        {line.note !== null && <p className={note}>Shipping note: {line.note}</p>}
        {line.reason !== null && <p className={note}>Reason: {line.reason}</p>}
        {line.can.refund && (
          <Button variant="outline" onClick={onRefund}>
            Ask for a refund<span className="sr-only"> of {line.name}</span>
          </Button>
        )}
      </OrderedItem>
    </li>
  )
}

type Lines = [OrderLine, ...OrderLine[]]

/** In the order of each seller's first line. */
function bySeller(lines: OrderLine[]): Lines[] {
  const groups = new Map<number | null, Lines>()
  for (const line of lines) {
    const group = groups.get(line.seller)
    if (group === undefined) groups.set(line.seller, [line])
    else group.push(line)
  }
  return [...groups.values()]
}

type Ordered = Pick<OrderLine, 'itemId' | 'name' | 'quantity' | 'unitPrice' | 'total'>
type OrderedItemProps = { item: Ordered; image: string | null; children?: ReactNode }

export function OrderedItem({ item, image, children }: OrderedItemProps) {
  return (
    <div className={classes.item}>
      <ItemThumbnail image={image} size={72} />
      <div className={['stack gap-4', classes.text].join(' ')}>
        <ItemName item={item} />
        <p className={['muted', classes.price].join(' ')}>
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
  const className = ['breakable', classes.name].join(' ')
  if (itemId === null) return <p className={className}>{name}</p>
  return (
    <Link to="/marketplace" search={{ item: itemId }} className={`${className} underline-on-hover`}>
      {name}
    </Link>
  )
}
