import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { minTotalKobo, maxTotalKobo } from '@rootsquare/contract/trade/orders'
import { useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './pay-action.module.css'

type PayActionProps = {
  formId: string
  total: number
  /** True while the total can still rise, because a delivery fee depends on the address. */
  isLeast: boolean
  /** The total that the buyer saw when the order was rejected because of a changed price. */
  oldTotal: number | null
  /** The reason why the cart cannot be ordered. */
  error: string | null
  isBusy: boolean
}

const nothing = 'Nothing to pay'

export function PayAction({ formId, total, isLeast, oldTotal, error, isBusy }: PayActionProps) {
  const messageId = useId()
  const whyNot = error ?? totalErrorIn(total)
  const change = oldTotal === null || oldTotal === total ? null : totalChangeText(oldTotal, total)
  const message = whyNot ?? change
  return (
    <div className="stack gap-s">
      {message !== null && (
        <p id={messageId} className="text-xs semibold soft-gold pad-xs-s radius-s" data-pay-message>
          {message}
        </p>
      )}
      <Button
        type="submit"
        form={formId}
        isWide
        isBusy={isBusy}
        disabled={whyNot !== null}
        aria-describedby={message === null ? undefined : messageId}
      >
        <span className={classes.onDesktop}>{total === 0 ? nothing : 'Proceed to payment'}</span>
        <span className={`${classes.inBar} hidden`}>
          {total === 0 ? nothing : `Pay ${isLeast ? 'from ' : ''}${nairaText(total)}`}
        </span>
      </Button>
    </div>
  )
}

export function totalChangeText(before: number, now: number): string {
  return `The total was ${nairaText(before)} and is ${nairaText(now)} now. Press again if you agree.`
}

function totalErrorIn(total: number): string | null {
  const kobo = koboOf(total)
  if (kobo < minTotalKobo) return `An order must come to at least ${nairaText(nairaOf(minTotalKobo))}.`
  if (kobo <= maxTotalKobo) return null
  return `An order may come to at most ${nairaText(nairaOf(maxTotalKobo))}. Please buy in several orders.`
}
