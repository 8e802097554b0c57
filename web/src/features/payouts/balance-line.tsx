import { nairaText } from '@rootsquare/contract/lib/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { payoutBalance } from '#web/features/payouts/api.ts'

/** Absent until it is loaded, and when that fails: the page is about orders. */
export function BalanceLine() {
  const { data } = useQuery(payoutBalance)
  if (data === undefined) return null
  return (
    <Link to="/payouts" className="link">
      Held {nairaText(data.held)} · available {nairaText(data.available)}
    </Link>
  )
}
