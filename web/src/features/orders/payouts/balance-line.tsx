import { nairaText } from '@rootsquare/contract/lib/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { payoutBalance } from '#web/features/orders/payouts/api.ts'

/** Shows nothing until it is loaded or if that fails, because the page is about orders. */
export function BalanceLine() {
  const { data } = useQuery(payoutBalance)
  if (data === undefined) return null
  return (
    <Link to="/payouts" className="text-link">
      Held {nairaText(data.held)} · available {nairaText(data.available)}
    </Link>
  )
}
