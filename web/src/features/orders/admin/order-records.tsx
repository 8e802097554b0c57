import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminOrder, AdminPayment } from '@rootsquare/contract/trade/admin-orders'
import type { HeldPayment } from '@rootsquare/contract/trade/payments'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { decisionLabels, reasonLabels } from '#web/entities/orders/trade-labels.ts'
import {
  accountText,
  ledgerLabels,
  paymentStates,
  payoutStates,
  type StateLabel,
} from '#web/features/orders/admin/admin-order-labels.ts'
import { paidAmountText, type HeldAction } from '#web/features/orders/held/held-payments-api.ts'
import { HeldDialog } from '#web/features/orders/held/held-payment-dialog.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Chip } from '#web/ui/layout/chip.tsx'
import classes from './order-cards.module.css'

type Entry = {
  state: StateLabel
  /** The details that are shown next to the state. */
  about: ReactNode
  facts: Record<string, ReactNode>
  below?: ReactNode
}

type OrderRecordsProps<Row> = {
  title: string
  hint?: ReactNode
  of: readonly Row[]
  rowKey: (row: Row) => string | number
  entryOf: (row: Row) => Entry
  children?: ReactNode
}

export function OrderRecords<Row>({ title, hint, entryOf, children, ...rows }: OrderRecordsProps<Row>) {
  return (
    <OrderCard title={title}>
      {hint && <p className="muted">{hint}</p>}
      <ul className="stack gap-s">
        <ListRows {...rows}>{(row) => <Record {...entryOf(row)} />}</ListRows>
      </ul>
      {children}
    </OrderCard>
  )
}

function Record({ state, about, facts, below }: Entry) {
  return (
    <li className={`stack gap-s ${classes.row}`}>
      <p className="flex-row wrap gap-xs">
        <Chip tone={state.tone}>{state.label}</Chip>
        {about}
      </p>
      <Facts>
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {below}
    </li>
  )
}

export function OrderCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className="card-box stack padded" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-m">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function PayoutList({ order: { payouts } }: { order: AdminOrder }) {
  if (payouts.length === 0) return null
  const hint = 'One payout may cover other orders of the seller too.'
  return (
    <OrderRecords title="Payouts" hint={hint} of={payouts} rowKey={({ id }) => id} entryOf={payoutEntry} />
  )
}

function payoutEntry(payout: AdminOrder['payouts'][number]): Entry {
  const { amount, state, reference, sellerUsername, why, createdDate } = payout
  return {
    state: payoutStates[state],
    about: amountOf(amount),
    facts: { To: sellerUsername, Reference: reference, Why: why, Created: stampText(createdDate) },
  }
}

export function OrderDisputes({ order: { disputes } }: { order: AdminOrder }) {
  if (disputes.length === 0) return null
  return <OrderRecords title="Disputes" of={disputes} rowKey={({ id }) => id} entryOf={disputeEntry} />
}

function disputeEntry(dispute: AdminOrder['disputes'][number]): Entry {
  const { id, name, reason, state, decision, createdDate } = dispute
  return {
    state: state === 'OPEN' ? openDispute : decidedDispute,
    about: (
      <Link to="/disputes/$disputeId" params={{ disputeId: String(id) }} className="text-link">
        See the dispute<span className="sr-only"> about {name}</span>
      </Link>
    ),
    facts: {
      About: name,
      Reason: reasonLabels[reason],
      Decision: decision && decisionLabels[decision],
      Opened: stampText(createdDate),
    },
  }
}

const openDispute: StateLabel = { label: 'Open', tone: 'error' }
const decidedDispute: StateLabel = { label: 'Decided', tone: 'leaf' }

export function amountOf(naira: number): ReactNode {
  return <strong className="amount">{nairaText(naira)}</strong>
}

/** Shows what each event moved between the accounts. Every row must add up to 0. */
export function LedgerTable({ order: { ledger } }: { order: AdminOrder }) {
  if (ledger.length === 0) return null
  return (
    <OrderCard title="Ledger">
      <table className={classes.ledger} aria-label="Ledger">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Accounts</th>
          </tr>
        </thead>
        <tbody>
          <ListRows of={ledger} rowKey={({ id }) => id} as="tr">
            {({ kind, entries, createdDate }) => (
              <tr>
                <th scope="row">
                  {ledgerLabels[kind]}
                  <time className="text-xs muted" dateTime={createdDate}>
                    {stampText(createdDate)}
                  </time>
                </th>
                <td>
                  <ul>
                    {entries.map(({ account, amount }) => (
                      <li key={account} className="flex-row between gap-xs">
                        {accountText(account)} <span className="amount">{nairaText(amount)}</span>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            )}
          </ListRows>
        </tbody>
      </table>
    </OrderCard>
  )
}

type Decision = { held: HeldPayment; action: HeldAction }

export function PaymentList({ order }: { order: AdminOrder }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const entryOf = (payment: AdminPayment) => ({
    ...paymentEntry(payment),
    below: payment.state === 'HELD' && order.can.decideHeld && (
      <div className="flex-row wrap gap-xs">
        <Button onClick={() => setDecision({ held: heldPaymentOf(order, payment), action: 'accept' })}>
          Accept payment
        </Button>
        <Button
          variant="danger"
          onClick={() => setDecision({ held: heldPaymentOf(order, payment), action: 'refund' })}
        >
          Refund payment
        </Button>
      </div>
    ),
  })
  const hint = order.payments.length === 0 && 'No payment page was opened.'
  const rowKey = ({ reference }: AdminPayment) => reference
  return (
    <OrderRecords title="Payments" hint={hint} of={order.payments} rowKey={rowKey} entryOf={entryOf}>
      {decision !== null && <HeldDialog {...decision} onClose={() => setDecision(null)} />}
    </OrderRecords>
  )
}

function paymentEntry(payment: AdminPayment): Entry {
  const { reference, state, settledDate } = payment
  return {
    state: paymentStates[state],
    about: <span className="breakable">{reference}</span>,
    facts: {
      Asked: nairaText(payment.expected),
      Came: payment.paid === null ? null : paidAmountText(payment),
      'Provider says': payment.providerStatus,
      'Why it was held': payment.heldReason,
      'Page opened': stampText(payment.createdDate),
      Settled: settledDate === null ? null : stampText(settledDate),
    },
  }
}

function heldPaymentOf(order: AdminOrder, payment: AdminPayment): HeldPayment {
  const { transactionRef, orderId, buyerId, buyerUsername } = order
  return { ...payment, transactionRef, orderId, buyerId, buyerUsername, why: payment.heldReason ?? '' }
}
