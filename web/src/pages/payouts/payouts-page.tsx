import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { BankAccount } from '#web/features/orders/payouts/bank-account.tsx'
import { Earnings } from '#web/features/orders/payouts/earnings.tsx'
import { Statement } from '#web/features/orders/payouts/statement.tsx'

export function PayoutsPage() {
  return (
    <OrderPageFrame to="/received-orders" back="Back to Received Orders" title="Payouts">
      <Earnings />
      <BankAccount />
      <Statement />
    </OrderPageFrame>
  )
}
