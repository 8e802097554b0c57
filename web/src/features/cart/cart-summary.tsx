import type { CartLine } from '@rootsquare/contract/cart'
import { nairaText } from '@rootsquare/contract/money'
import type { ReactNode } from 'react'
import { totalOf } from '#web/features/cart/shown-cart.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './cart-summary.module.css'

type CartSummaryProps = {
  lines: CartLine[]
  /** The buttons below the total. */
  children: ReactNode
}

export function CartSummary({ lines, children }: CartSummaryProps) {
  const out = lines.filter(({ available }) => !available).length
  const pieces = lines.reduce((sum, { count }) => sum + count, 0)
  const isMany = pieces > lines.length
  return (
    <section className={['card', classes.summary].join(' ')} aria-label="Summary" data-summary>
      <p className={classes.items}>
        {isMany && `${quantityText(pieces, 'piece')} of `}
        {quantityText(lines.length, 'item')}
        {out > 0 && `, ${out} of them not in the total`}
      </p>
      <p className={classes.sum}>
        <span className={classes.label}>Total</span>
        <span className={classes.total}>{nairaText(totalOf(lines))}</span>
      </p>
      <div className={classes.action}>{children}</div>
    </section>
  )
}
