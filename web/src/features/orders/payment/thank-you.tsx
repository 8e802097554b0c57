import { nairaText } from '@rootsquare/contract/lib/money'
import { confirmWithinDays, shipWithinDays, type Order } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { ReceiptButton } from '#web/features/orders/download-button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './thank-you.module.css'

/** Thanks a buyer who returns from the payment page and has paid. */
export function ThankYou({ order }: { order: Order }) {
  return (
    <section className="card-box stack gap-s padded" aria-label="What happens next">
      <p className={`gap-s bold ${classes.paid} display-grid items-center text-m`}>
        <Icon of={CircleCheck} size="l" />
        <span>Your payment of {nairaText(order.totalAmount)} has arrived.</span>
      </p>
      <h2 className="text-s">What happens next</h2>
      <ol className={`stack gap-xs ${classes.steps}`}>
        <li>{sendText(order)}</li>
        <li>
          When it has come, confirm it here. {confirmWithinDays} days after shipping it counts as received.
        </li>
        <li>
          If something is not right, press “Something is wrong” on this page. It is there from shipping on.
        </li>
      </ol>
      <div className={`flex-row wrap ${classes.actions}`}>
        <ReceiptButton order={order} />
        <Link to="/my-orders" className="text-link">
          Your orders
        </Link>
        <Link to="/marketplace" className="text-link">
          Continue shopping
        </Link>
      </div>
    </section>
  )
}

function sendText({ orderItemList, parcels }: Order): string {
  const sellers = new Set(orderItemList.map(({ seller }) => seller)).size
  const isPickedUp = parcels.some(({ method }) => method === 'PICKUP')
  const within = `within ${shipWithinDays} days.`
  if (sellers === 1)
    return `The seller has been told, and ${isPickedUp ? 'has it ready for pick-up' : 'sends it'} ${within}`
  const all = sellers === 2 ? 'Both' : `All ${sellers}`
  const each = isPickedUp ? 'sends it or has it ready for pick-up' : 'sends a parcel of their own'
  return `${all} sellers have been told. Each ${each} ${within}`
}
