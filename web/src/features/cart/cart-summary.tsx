import type { CartLine } from '@rootsquare/contract/cart'
import { nairaText } from '@rootsquare/contract/money'
import { totalOf } from '#web/features/cart/shown-cart.ts'
import { counted } from '#web/lib/counted.ts'
import classes from './cart-summary.module.css'

/** Always in sight. */
export function CartSummary({ lines }: { lines: CartLine[] }) {
  const out = lines.filter(({ available }) => !available).length
  return (
    <section className={['card', classes.summary].join(' ')} aria-label="Summary" data-summary>
      <p className={classes.items}>
        {counted(lines.length, 'item')}
        {out > 0 && `, ${out} of them not in the total`}
      </p>
      <p className={classes.sum}>
        <span className={classes.label}>Total</span>
        <span className={classes.total}>{nairaText(totalOf(lines))}</span>
      </p>
      <p className={classes.note}>Paying is being built: nothing can be ordered yet.</p>
    </section>
  )
}
