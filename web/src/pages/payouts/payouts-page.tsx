import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { BankAccount } from '#web/features/payouts/bank-account.tsx'
import { Earnings } from '#web/features/payouts/earnings.tsx'
import { Statement } from '#web/features/payouts/statement.tsx'

export function PayoutsPage() {
  return (
    <OrderPageFrame to="/received-orders" back="Back to Received Orders" title="Payouts">
      <Earnings />
      <BankAccount />
      <Statement />
    </OrderPageFrame>
  )
}
