import { deletedUserName } from '@rootsquare/contract/profiles'
import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { nairaText } from '@rootsquare/contract/lib/money'
import { Link } from '@tanstack/react-router'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { MemberBlock } from '#web/entities/market/member-block.tsx'
import { reasonLabels, stateLabels } from '#web/entities/orders/trade-labels.ts'
import { feeQuestionText, refundLabels } from '#web/features/disputes/dispute-labels.ts'
import { stampText } from '#web/lib/format/time.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './dispute-view.module.css'

const part = `card-box stack gap-s ${classes.part}`

export function DisputeSubject({ dispute }: { dispute: Dispute }) {
  const fee = dispute.state === 'OPEN' ? feeQuestionText(dispute.feeLeft) : null
  return (
    <section className={[part, classes.subject].join(' ')} aria-label="What it is about">
      <div className={`gap-s ${classes.item} display-grid items-center`}>
        <ItemThumbnail image={dispute.thumbnailUrl} size={72} />
        <div>
          <h2 className="breakable bold text-m">
            {dispute.quantity} × {dispute.name}
          </h2>
          <p className="strong">{nairaText(dispute.total)}</p>
          {fee !== null && <p className="text-xs muted">{fee}</p>}
        </div>
      </div>
      <Facts>
        <Fact name="What is wrong">{reasonLabels[dispute.reason]}</Fact>
        <Fact name="Since">{stampText(dispute.createdDate)}</Fact>
        <Fact name="Order">
          <OrderLink dispute={dispute} />
        </Fact>
      </Facts>
      <Member title="Buyer" side={dispute.buyer} />
      <Member title="Seller" side={dispute.seller} />
    </section>
  )
}

/** Shows what was sent, paid and refunded. */
export function DisputeRecords({ dispute }: { dispute: Dispute }) {
  return (
    <div className={`stack ${classes.records}`}>
      <Parcel dispute={dispute} />
      <Payment dispute={dispute} />
    </div>
  )
}

/** Links to the order; buyer, seller and staff have different pages for it. */
function OrderLink({ dispute: { role, transactionRef, orderId, orderLineId } }: { dispute: Dispute }) {
  if (role === 'buyer')
    return (
      <Link to={routes.OrderDetails} params={{ reference: transactionRef }} className="text-link">
        {transactionRef}
      </Link>
    )
  if (role === 'seller')
    return (
      <Link to="/received-order/$orderId" params={{ orderId: String(orderLineId) }} className="text-link">
        {transactionRef}
      </Link>
    )
  return (
    <Link to="/admin-orders/$orderId" params={{ orderId: String(orderId) }} className="text-link">
      {transactionRef}
    </Link>
  )
}

function Member({ title, side }: { title: string; side: Dispute['buyer'] }) {
  return (
    <MemberBlock
      title={title}
      id={side?.id ?? null}
      name={side?.username ?? deletedUserName}
      username={side?.username ?? ''}
      image={side?.profileImage ?? null}
      canMessage={false}
    />
  )
}

function Parcel({ dispute: { parcel, note } }: { dispute: Dispute }) {
  if (parcel === null) return null
  const isPickup = parcel.method === 'PICKUP'
  return (
    <section className={part} aria-label="Parcel">
      <h2 className="bold text-m">Parcel</h2>
      <Facts>
        <Fact name="Method">{isPickup ? 'Pick-up by the buyer' : 'Delivery'}</Fact>
        <Fact name="Delivery fee">{parcel.fee > 0 ? nairaText(parcel.fee) : null}</Fact>
        <Fact name="Carrier">{parcel.carrier}</Fact>
        <Fact name="Tracking number">{parcel.trackingNumber}</Fact>
        <Fact name={isPickup ? 'Ready' : 'Shipped'}>
          {parcel.shippedDate && stampText(parcel.shippedDate)}
        </Fact>
        <Fact name={parcel.decidedDate === null ? 'Received' : 'Closed by a decision'}>
          {parcel.receivedDate && stampText(parcel.receivedDate)}
        </Fact>
        <Fact name="Shipping note">{note}</Fact>
      </Facts>
    </section>
  )
}

function Payment({ dispute: { payment, refund, history } }: { dispute: Dispute }) {
  return (
    <section className={part} aria-label="Payment and history">
      <h2 className="bold text-m">Payment and history</h2>
      <Facts>
        <Fact name="Taken back by the bank">{payment.reversedDate && stampText(payment.reversedDate)}</Fact>
        <Fact name="Refund">{refund && `${nairaText(refund.amount)}, ${refundLabels[refund.state]}`}</Fact>
      </Facts>
      <ol className={`gap-2xs ${classes.history}`} aria-label="History of the order">
        <ListRows of={history} rowKey={({ state, createdDate }) => `${state}.${createdDate}`}>
          {({ state, createdDate }) => (
            <li>
              {stateLabels[state]}
              <time className="muted" dateTime={createdDate}>
                {stampText(createdDate)}
              </time>
            </li>
          )}
        </ListRows>
      </ol>
    </section>
  )
}
