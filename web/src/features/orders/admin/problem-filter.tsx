import { orderProblems, type OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import { Link } from '@tanstack/react-router'
import { problemLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import classes from '#web/ui/table/filter-links.module.css'

type ProblemFilterProps = {
  problem: OrderProblem | undefined
  /** The rest of the address: search and status stay. */
  rest: Record<string, unknown>
}

/** Links, so that Back returns to the one before. They wrap, because a phone has no room for them in one row. */
export function ProblemFilter({ problem, rest }: ProblemFilterProps) {
  const linkProps = (name: OrderProblem | undefined) => ({
    to: '/admin-orders' as const,
    search: { ...rest, problem: name },
    state: { keepsFocus: true },
    resetScroll: false,
    // Its own match of the address, which disregards an absent problem, would mark all of them.
    activeOptions: { exact: true },
    className: classes.link,
    'aria-current': name === problem ? ('page' as const) : undefined,
  })
  return (
    <nav className={`row wrap ${classes.links}`} aria-label="Problems">
      <Link {...linkProps(undefined)}>All</Link>
      {orderProblems.map((one) => (
        <Link key={one} {...linkProps(one)}>
          {problemLabels[one]}
        </Link>
      ))}
    </nav>
  )
}
