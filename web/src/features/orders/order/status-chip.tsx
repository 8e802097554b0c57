import type { OrderState } from '@rootsquare/contract/orders'
import classes from './status-chip.module.css'

const tones: Record<OrderState, string> = {
  PENDING: 'gold',
  PROCESSING: 'gold',
  SHIPPED: 'primary',
  COMPLETED: 'leaf',
  CANCELED: 'neutral',
  FAILED: 'error',
}

export function StatusChip({ state }: { state: OrderState }) {
  const tone = tones[state]
  const colors = { background: `var(--${tone}-soft)`, color: `var(--on-${tone}-soft)` }
  return (
    <span className={classes.chip} style={colors}>
      {state}
    </span>
  )
}
