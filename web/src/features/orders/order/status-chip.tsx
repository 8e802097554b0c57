import type { OrderState } from '@rootsquare/contract/orders'
import classes from './status-chip.module.css'

export function StatusChip({ state }: { state: OrderState }) {
  return (
    <span className={classes.chip} data-state={state}>
      {state}
    </span>
  )
}
