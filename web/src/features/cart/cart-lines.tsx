import type { CartLine } from '@rootsquare/contract/cart'
import { CartRow } from '#web/features/cart/cart-row.tsx'
import classes from './cart-lines.module.css'

type CartLinesProps = {
  lines: CartLine[]
  onRemoved: (line: CartLine, text: string) => void
}

export function CartLines({ lines, onRemoved }: CartLinesProps) {
  return (
    <section className="card" aria-labelledby="my-order">
      <h2 id="my-order" className={classes.title}>
        My Order
      </h2>
      <ul>
        {lines.map((line) => (
          <CartRow key={line.itemId} line={line} onRemoved={(text) => onRemoved(line, text)} />
        ))}
      </ul>
    </section>
  )
}
