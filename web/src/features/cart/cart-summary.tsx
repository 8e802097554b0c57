import type { CartLine, SellerQuote } from '@rootsquare/contract/trade/cart'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { ReactNode } from 'react'
import { totalOf } from '#web/features/cart/use-cart-lines.ts'
import { dateText, feeText, methodText, totalWith } from '#web/features/cart/use-quote.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './cart-summary.module.css'

type CartSummaryProps = {
  lines: CartLine[]
  quotes: SellerQuote[]
  /** Where it goes to, once that is known. */
  stateCode: string | undefined
  /** The buttons below the total. */
  children: ReactNode
}

export function CartSummary({ lines, quotes, stateCode, children }: CartSummaryProps) {
  const { total, isLeast } = totalWith(lines, quotes, stateCode)
  const unavailable = lines.filter(({ available }) => !available).length
  const pieces = lines.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={`card stack gap-8 ${classes.summary}`} aria-label="Summary" data-summary>
      <p className="muted">
        {pieces > lines.length && `${quantityText(pieces, 'piece')} of `}
        {quantityText(lines.length, 'item')}
        {unavailable > 0 && `, ${unavailable} of them not in the total`}
      </p>
      <p className={classes.part}>
        <span>Goods</span>
        <span>{nairaText(totalOf(lines))}</span>
      </p>
      {quotes.map((quote) => (
        <SellerFee key={quote.sellerId} quote={quote} stateCode={stateCode} />
      ))}
      <p className={classes.sum}>
        <strong>Total</strong>
        <span className={classes.total}>
          {isLeast && 'From '}
          {nairaText(total)}
        </span>
      </p>
      <div className={classes.action}>{children}</div>
    </section>
  )
}

type SellerFeeProps = { quote: SellerQuote; stateCode: string | undefined }

function SellerFee({ quote, stateCode }: SellerFeeProps) {
  return (
    <div>
      <p className={classes.part}>
        <span className="breakable">
          {methodText(quote.method, undefined)}, {quote.sellerUsername}
        </span>
        <span>{feeText(quote, stateCode)}</span>
      </p>
      <p className="small muted">{dateText(quote)}</p>
    </div>
  )
}
