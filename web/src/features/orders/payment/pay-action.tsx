import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/money'
import { leastTotalKobo, mostTotalKobo } from '@rootsquare/contract/orders'
import { useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './pay-action.module.css'

type PayActionProps = {
  formId: string
  total: number
  /** What the buyer was shown when the order was refused over it. */
  oldTotal: number | null
  /** What else keeps it from being ordered. */
  trouble: string | null
  isBusy: boolean
}

const nothing = 'Nothing to pay'

/** Sends the form from the summary, and says why where it cannot. */
export function PayAction({ formId, total, oldTotal, trouble, isBusy }: PayActionProps) {
  const wordsId = useId()
  const whyNot = trouble ?? troubleWith(total)
  const change = oldTotal === null || oldTotal === total ? null : changeText(oldTotal, total)
  const words = whyNot ?? change
  return (
    <div className={classes.action}>
      {words !== null && (
        <p id={wordsId} className={classes.words} data-pay-words>
          {words}
        </p>
      )}
      <Button
        type="submit"
        form={formId}
        isWide
        isBusy={isBusy}
        disabled={whyNot !== null}
        aria-describedby={words === null ? undefined : wordsId}
      >
        <span className={classes.onDesk}>{total === 0 ? nothing : 'Proceed to payment'}</span>
        <span className={classes.inBar}>{total === 0 ? nothing : `Pay ${nairaText(total)}`}</span>
      </Button>
    </div>
  )
}

function changeText(before: number, now: number): string {
  return `The total was ${nairaText(before)} and is ${nairaText(now)} now. Press again if you agree.`
}

function troubleWith(total: number): string | null {
  const kobo = koboOf(total)
  if (kobo < leastTotalKobo) return `An order must come to at least ${nairaText(nairaOf(leastTotalKobo))}.`
  if (kobo <= mostTotalKobo) return null
  return `An order may come to at most ${nairaText(nairaOf(mostTotalKobo))}. Please buy in several orders.`
}
