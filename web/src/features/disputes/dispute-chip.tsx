import type { DisputeState } from '@rootsquare/contract/trade/disputes'
import { Chip } from '#web/ui/layout/chip.tsx'

/** Shows the state of a dispute, such as 'OPEN'. */
export function DisputeChip({ state }: { state: DisputeState }) {
  return <Chip tone={state === 'OPEN' ? 'gold' : 'leaf'}>{state}</Chip>
}
