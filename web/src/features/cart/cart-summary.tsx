import type { CartLine } from '@rootsquare/contract/cart'
import { nairaText } from '@rootsquare/contract/money'
import type { ReactNode } from 'react'
import { totalOf } from '#web/features/cart/use-cart-lines.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './cart-summary.module.css'

type CartSummaryProps = {
  lines: CartLine[]
  /** The buttons below the total. */
  children: ReactNode
}

export function CartSummary({ lines, children }: CartSummaryProps) {
  const unavailable = lines.filter(({ available }) => !available).length
  const pieces = lines.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={['card', classes.summary].join(' ')} aria-label="Summary" data-summary>
      <p className="muted">
        {pieces > lines.length && `${quantityText(pieces, 'piece')} of `}
        {quantityText(lines.length, 'item')}
        {unavailable > 0 && `, ${unavailable} of them not in the total`}
      </p>
      <p className={classes.sum}>
        <strong>Total</strong>
        <span className={classes.total}>{nairaText(totalOf(lines))}</span>
      </p>
      <div className={classes.action}>{children}</div>
    </section>
  )
}
