import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { SellerOrder } from '@rootsquare/contract/orders'
import Printer from 'lucide-react/icons/printer'
import { createPortal } from 'react-dom'
import { envelopeText } from '#web/lib/format/address-text.ts'
import { buyerText } from '#web/features/orders/selling/received-row.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './print-slip.module.css'

/** Printing the page prints only the slip, also from the browser's own menu. */
export function PrintSlip({ order }: { order: SellerOrder }) {
  const { shippingAddress, state } = order
  if (shippingAddress === null || state === 'CANCELED') return null
  return (
    <>
      <Button variant="outline" onClick={() => window.print()}>
        <span className={classes.face}>
          <Printer size={20} strokeWidth={1.9} aria-hidden="true" />
          Print slip
        </span>
      </Button>
      {createPortal(<Slip order={order} address={shippingAddress} />, document.body)}
    </>
  )
}

function Slip({ order, address }: { order: SellerOrder; address: OrderAddress }) {
  const { phoneNumber } = order
  const lines = envelopeText(address).split('\n')
  // The same number is not printed twice.
  if (phoneNumber !== null && phoneNumber !== address.phoneNumber) lines.push(phoneNumber)
  return (
    <div className={classes.slip}>
      <p className={classes.to}>{[buyerText(order), ...lines].join('\n')}</p>
      <p>
        {order.quantity} × {order.name}
      </p>
      <p>Order {order.orderId}</p>
    </div>
  )
}
