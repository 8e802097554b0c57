import type { CartLine, SellerQuote } from '@rootsquare/contract/trade/cart'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { Link } from '@tanstack/react-router'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { useCartCount } from '#web/entities/cart/cart-api.ts'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useNeighbourFocus } from '#web/ui/overlays/use-neighbour-focus.ts'
import { SellerDelivery } from '#web/features/cart/cart-summary.tsx'
import { sellersOf } from '#web/features/cart/use-quote.ts'
import {
  lineTotal,
  offerText,
  priceChangeText,
  totalOf,
  unavailableText,
} from '#web/features/cart/use-cart-lines.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Stepper } from '#web/ui/controls/stepper.tsx'
import classes from './cart-lines.module.css'

type CartLinesProps = {
  lines: CartLine[]
  quotes: SellerQuote[]
  /** The state to which the goods are sent, once it is known. */
  stateCode: string | undefined
  onMethod: (sellerId: number, method: DeliveryMethod) => void
  onRemoved: (line: CartLine, text: string) => void
}

/** Groups the lines by seller, because each seller sends a separate parcel. */
export function CartLines({ lines, quotes, stateCode, onMethod, onRemoved }: CartLinesProps) {
  return (
    <section className="card-box" aria-labelledby="my-order">
      <h2 id="my-order" className={classes.title}>
        My Order
      </h2>
      <ListRows of={sellersOf(lines)} rowKey={({ sellerId }) => sellerId} as="div">
        {(seller) => (
          <section className={classes.seller} aria-label={`From ${seller.username}`}>
            <h3 className={`breakable ${classes.from}`}>From {seller.username}</h3>
            <ul>
              <ListRows of={seller.lines} rowKey={({ itemId }) => itemId}>
                {(line) => <CartRow line={line} onRemoved={(text) => onRemoved(line, text)} />}
              </ListRows>
            </ul>
            {seller.lines.length > 1 && (
              <p className={`between semibold ${classes.subtotal} display-flex line-above`}>
                <span>Subtotal</span> {nairaText(totalOf(seller.lines))}
              </p>
            )}
            <ListRows
              of={quotes.filter(({ sellerId }) => sellerId === seller.sellerId)}
              rowKey={({ sellerId }) => sellerId}
              as="div"
            >
              {(quote) => <SellerDelivery quote={quote} stateCode={stateCode} onMethod={onMethod} />}
            </ListRows>
          </section>
        )}
      </ListRows>
    </section>
  )
}

type CartRowProps = { line: CartLine; onRemoved: (text: string) => void }

function CartRow({ line, onRemoved }: CartRowProps) {
  const { id: lineId, itemId, count, name, available, isOnSale } = line
  const { change: setCount } = useCartCount({ itemId, lineId, count, onRemoved })
  const row = useRef<HTMLLIElement>(null)
  // After a deletion the focus moves to the same button of the next line, so that the cart can be emptied by keyboard.
  useNeighbourFocus(row, ':scope > button')
  return (
    <li
      ref={row}
      className={`divided ${classes.row} display-grid gap-xs-s items-center`}
      data-unavailable={!available || undefined}
    >
      <ItemThumbnail image={line.thumbnailUrl ?? line.imageUrl} size={72} />
      <LineText line={line} />
      {isOnSale ? (
        <Stepper name={name} count={count} most={line.stock} onChange={setCount} />
      ) : (
        <p className={`muted ${classes.count}`}>
          <span className="sr-only">Quantity </span>
          {count}
        </p>
      )}
      <p className={`breakable bold ${classes.total}`}>
        {available && (
          <>
            <span className="sr-only">Together </span>
            {nairaText(lineTotal(line))}
          </>
        )}
      </p>
      <IconButton label={`Delete ${name}`} onClick={() => setCount(0)} icon={Trash2} />
    </li>
  )
}

function LineText({ line }: { line: CartLine }) {
  const error = unavailableText(line)
  const change = priceChangeText(line)
  const offer = offerText(line)
  return (
    <div className={`justify-start ${classes.text} display-grid gap-3xs`}>
      <Link
        to="/marketplace"
        search={{ item: line.itemId }}
        className={`breakable underline-on-hover semibold tap-around ${classes.name}`}
      >
        {line.name}
      </Link>
      <p className={`muted ${classes.price}`}>{nairaText(line.price)} each</p>
      {offer !== null && <p className="text-xs">{offer}</p>}
      {error !== null && <p className={`text-xs ${classes.error}`}>{error}</p>}
      {change !== null && <p className={`text-xs ${classes.change}`}>{change}</p>}
    </div>
  )
}
