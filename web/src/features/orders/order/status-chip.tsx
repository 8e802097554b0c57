import type { OrderState } from '@rootsquare/contract/trade/orders'
import { Chip, type Tone } from '#web/ui/layout/chip.tsx'

const tones: Record<OrderState, Tone> = {
  PENDING: 'gold',
  PROCESSING: 'gold',
  SHIPPED: 'primary',
  COMPLETED: 'leaf',
  CANCELED: 'neutral',
  FAILED: 'error',
}

export function StatusChip({ state }: { state: OrderState }) {
  return <Chip tone={tones[state]}>{state}</Chip>
}
