import type { CartLine, SellerQuote } from '@rootsquare/contract/trade/cart'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { ReactNode } from 'react'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { useStateNames } from '#web/entities/places/states.ts'
import { totalOf } from '#web/features/cart/use-cart-lines.ts'
import { dateText, feeText, methodText, totalWith } from '#web/features/cart/use-quote.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './cart-summary.module.css'

type CartSummaryProps = {
  lines: CartLine[]
  quotes: SellerQuote[]
  /** The state to which the goods are sent, once it is known. */
  stateCode: string | undefined
  /** The buttons below the total. */
  children: ReactNode
}

export function CartSummary({ lines, quotes, stateCode, children }: CartSummaryProps) {
  const { total, isLeast } = totalWith(lines, quotes, stateCode)
  const unavailable = lines.filter(({ available }) => !available).length
  const pieces = lines.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={`card-box stack gap-xs padded ${classes.summary}`} aria-label="Summary" data-summary>
      <p className="muted">
        {pieces > lines.length && `${quantityText(pieces, 'piece')} of `}
        {quantityText(lines.length, 'item')}
        {unavailable > 0 && `, ${unavailable} of them not in the total`}
      </p>
      <p className={`between tabular ${classes.part}`}>
        <span>Goods</span>
        <span>{nairaText(totalOf(lines))}</span>
      </p>
      <ListRows of={quotes} rowKey={({ sellerId }) => sellerId} as="div">
        {(quote) => <SellerFee quote={quote} stateCode={stateCode} />}
      </ListRows>
      <p className={`wrap between ${classes.sum}`}>
        <strong>Total</strong>
        <span className={`tabular breakable ${classes.total} text-xl leading-tight`}>
          {isLeast && 'From '}
          {nairaText(total)}
        </span>
      </p>
      <div className="margin-top-xs">{children}</div>
    </section>
  )
}

type SellerFeeProps = { quote: SellerQuote; stateCode: string | undefined }

function SellerFee({ quote, stateCode }: SellerFeeProps) {
  return (
    <div>
      <p className={`between tabular ${classes.part}`}>
        <span className="breakable">
          {methodText(quote.method, undefined)}, {quote.sellerUsername}
        </span>
        <span>{feeText(quote, stateCode)}</span>
      </p>
      <p className="text-xs muted">{dateText(quote)}</p>
    </div>
  )
}

type SellerDeliveryProps = {
  quote: SellerQuote
  /** The state to which the goods are sent, once it is known. */
  stateCode: string | undefined
  onMethod: (sellerId: number, method: DeliveryMethod) => void
}

/** Shows how a seller hands over the goods, what that costs and when it happens. */
export function SellerDelivery({ quote, stateCode, onMethod }: SellerDeliveryProps) {
  const [place] = useStateNames(quote.stateCode === null ? [] : [quote.stateCode])
  const { method, methods, pickupOnly, sellerUsername } = quote
  return (
    <div className={`stack gap-xs ${classes.delivery}`}>
      {methods.length > 1 && (
        <fieldset className="wrap display-flex gap-2xs-m">
          <legend className="sr-only">How you get it from {sellerUsername}</legend>
          {methods.map((one) => (
            <label key={one} className={`flex-row gap-xs touch ${classes.method} pressable`}>
              <input
                type="radio"
                name={`delivery-${quote.sellerId}`}
                checked={one === method}
                onChange={() => onMethod(quote.sellerId, one)}
              />
              {methodText(one, place)}
            </label>
          ))}
        </fieldset>
      )}
      <p className="breakable">
        <span className="strong">
          {methodText(method, place)}: {feeText(quote, stateCode)}
        </span>
        <span className="muted">
          {method === 'DELIVERY' && place !== undefined && ` · Sent from ${place}`} · {dateText(quote)}
        </span>
      </p>
      {pickupOnly.length > 0 && (
        <p className="text-xs breakable">
          Only for pick-up: {pickupOnly.join(', ')}. Please agree on it with {sellerUsername}.
        </p>
      )}
    </div>
  )
}
