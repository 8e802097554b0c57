import type { SellerQuote } from '@rootsquare/contract/trade/cart'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { useStateNames } from '#web/entities/places/states.ts'
import { dateText, feeText, methodText } from '#web/features/cart/use-quote.ts'
import classes from './seller-delivery.module.css'

type SellerDeliveryProps = {
  quote: SellerQuote
  /** Where it goes to, once that is known. */
  stateCode: string | undefined
  onChoose: (method: DeliveryMethod) => void
}

/** How the goods of a seller are handed over, what that costs and when it happens. */
export function SellerDelivery({ quote, stateCode, onChoose }: SellerDeliveryProps) {
  const [place] = useStateNames(quote.stateCode === null ? [] : [quote.stateCode])
  const { method, methods, pickupOnly, sellerUsername } = quote
  return (
    <div className={`stack gap-8 ${classes.delivery}`}>
      {methods.length > 1 && (
        <fieldset className={classes.methods}>
          <legend className="sr-only">How you get it from {sellerUsername}</legend>
          {methods.map((one) => (
            <label key={one} className={`row gap-8 ${classes.method}`}>
              <input
                type="radio"
                name={`delivery-${quote.sellerId}`}
                checked={one === method}
                onChange={() => onChoose(one)}
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
        <p className="small breakable">
          Only for pick-up: {pickupOnly.join(', ')}. Please agree on it with {sellerUsername}.
        </p>
      )}
    </div>
  )
}
