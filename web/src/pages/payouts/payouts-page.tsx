import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { BankAccount } from '#web/features/payouts/bank-account.tsx'
import { Earnings } from '#web/features/payouts/earnings.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'

export function PayoutsPage() {
  const session = useSession()
  usePageTitle('Payouts')
  // For one render after the session has ended, until the guard redirects.
  if (session === null) return null
  return (
    <OrderPageFrame to="/received-orders" back="Back to Received Orders" title="Payouts">
      <Earnings />
      <BankAccount memberId={session.userId} />
    </OrderPageFrame>
  )
}
