import { minPayoutKobo, moneyText, nairaText } from '@rootsquare/contract/lib/money'
import type { PayoutBalance, Payout, PayoutState } from '@rootsquare/contract/trade/payouts'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import {
  payoutAccount,
  payoutBalance,
  payoutList,
  useReloadPayouts,
} from '#web/features/orders/payouts/api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { stampText } from '#web/lib/format/time.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

/** Shows what a seller has earned and where it was paid. */
export function Earnings() {
  const balance = useQuery(payoutBalance)
  useReloadPayouts()
  return (
    <Section title="Your earnings">
      {balance.isLoadingError ? (
        <LoadError query={balance} otherwise="Your earnings could not be loaded." />
      ) : (
        <BalanceOrNothing balance={balance.data} />
      )}
    </Section>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section className="stack gap-s" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-l">
        {title}
      </h2>
      {children}
    </section>
  )
}

function BalanceOrNothing({ balance }: { balance: PayoutBalance | undefined }) {
  if (balance === undefined) return <RowsSkeleton label="Loading your earnings" count={1} />
  if (Object.values(balance).every((amount) => amount === 0))
    return <EmptyCard text="You have not sold anything yet." />
  return (
    <>
      <Figures balance={balance} />
      <PayoutList />
    </>
  )
}

function figuresOf(balance: PayoutBalance, hasAccount: boolean) {
  return [
    { name: 'Held', amount: balance.held, about: 'Until the buyer has it and a few days have passed' },
    { name: 'Available', amount: balance.available, about: aboutAvailable(balance.available, hasAccount) },
    { name: 'On its way', amount: balance.onTheWay, about: 'To your bank account' },
    { name: 'Paid out', amount: balance.paid, about: 'All that has arrived so far' },
  ]
}

function aboutAvailable(available: number, hasAccount: boolean): string {
  if (available < 0) return 'More was refunded than you had: your next sales make up for it'
  if (!hasAccount) return 'Add your bank account below, so that we can send it'
  return `Goes out with the next payout, from ${moneyText(minPayoutKobo)} on`
}

function Figures({ balance }: { balance: PayoutBalance }) {
  const { data: account } = useQuery(payoutAccount)
  return (
    <dl className={`gap-s ${classes.figures}`}>
      <ListRows of={figuresOf(balance, account !== null)} rowKey={({ name }) => name} as="div">
        {({ name, amount, about }) => (
          <div className={`card-box ${classes.figure} pad-s-m`}>
            <dt className="semibold">{name}</dt>
            <dd className={classes.amount}>{nairaText(amount)}</dd>
            <dd className="text-xs muted">{about}</dd>
          </div>
        )}
      </ListRows>
    </dl>
  )
}

const stateTexts: Record<PayoutState, string> = {
  PENDING: 'About to be sent',
  SENT: 'On its way',
  PAID: 'Paid',
  FAILED: 'Did not go through. The money is available again.',
  REVERSED: 'Sent back by the bank. The money is available again.',
}

function PayoutList() {
  return (
    <PayoutPages
      pages={useInfiniteQuery(payoutList())}
      label="Payouts"
      emptyText="Nothing has been paid out to you yet."
      rowOf={({ bankName, last4, state }) => ({
        receiver: bankName === null ? null : `${bankName} ••••${last4}`,
        state: stateTexts[state],
      })}
    />
  )
}

type Entry = Pick<Payout, 'id' | 'amount' | 'createdDate'>
type Row = { receiver: string | null; state: string; reference?: string }

type PayoutPagesProps<T extends Entry> = {
  pages: UseInfiniteQueryResult<InfiniteData<{ content: T[] }>>
  label: string
  emptyText: string
  rowOf: (payout: T) => Row
}

export function PayoutPages<T extends Entry>({ pages, label, emptyText, rowOf }: PayoutPagesProps<T>) {
  if (pages.isLoadingError) return <LoadError query={pages} otherwise="The payouts could not be loaded." />
  if (pages.isPending) return <RowsSkeleton label="Loading payouts" count={2} />
  const payouts = entriesOf(pages.data, ({ id }) => id)
  if (payouts.length === 0) return <EmptyCard text={emptyText} />
  return (
    <div>
      <ul className="card-box" aria-label={label}>
        <ListRows of={payouts} rowKey={({ id }) => id}>
          {(payout) => <PayoutRow {...payout} {...rowOf(payout)} />}
        </ListRows>
      </ul>
      <LoadMore pages={pages} />
    </div>
  )
}

function PayoutRow({ amount, createdDate, receiver, state, reference }: Entry & Row) {
  return (
    <li className={`divided wrap between ${classes.payout} display-flex pad-s-m`}>
      <span>
        <strong>{nairaText(amount)}</strong>
        {receiver !== null && ` to ${receiver}`}
      </span>
      <span className="breakable semibold">{state}</span>
      {reference !== undefined && <span className="text-xs muted breakable">{reference}</span>}
      <time className="text-xs muted" dateTime={createdDate}>
        {stampText(createdDate)}
      </time>
    </li>
  )
}
