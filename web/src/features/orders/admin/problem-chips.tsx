import type { OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import { problemLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import { Chip } from '#web/ui/layout/chip.tsx'

export function ProblemChips({ problems }: { problems: OrderProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="row wrap gap-6" aria-label="Problems">
      {problems.map((problem) => (
        <li key={problem}>
          <Chip tone="error">{problemLabels[problem]}</Chip>
        </li>
      ))}
    </ul>
  )
}
