import { orderProblems, type OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import { Link } from '@tanstack/react-router'
import { problemLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import { Chip } from '#web/ui/layout/chip.tsx'
import classes from '#web/ui/table/filter-links.module.css'

type ProblemFilterProps = {
  problem: OrderProblem | undefined
  /** The other search parameters, which the links leave unchanged. */
  rest: Record<string, unknown>
}

/** Shows the filter as links, so that Back restores the previous one. They wrap, because a phone is too narrow. */
export function ProblemFilter({ problem, rest }: ProblemFilterProps) {
  const linkProps = (name: OrderProblem | undefined) => ({
    to: '/admin-orders' as const,
    search: { ...rest, problem: name },
    state: { keepsFocus: true },
    resetScroll: false,
    // The link's own match ignores a missing problem and would mark all links as current.
    activeOptions: { exact: true },
    className: classes.link,
    'aria-current': name === problem ? ('page' as const) : undefined,
  })
  return (
    <nav className={`flex-row wrap ${classes.links}`} aria-label="Problems">
      <Link {...linkProps(undefined)}>All</Link>
      {orderProblems.map((one) => (
        <Link key={one} {...linkProps(one)}>
          {problemLabels[one]}
        </Link>
      ))}
    </nav>
  )
}

export function ProblemChips({ problems }: { problems: OrderProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="flex-row wrap gap-xs" aria-label="Problems">
      {problems.map((problem) => (
        <li key={problem}>
          <Chip tone="error">{problemLabels[problem]}</Chip>
        </li>
      ))}
    </ul>
  )
}
