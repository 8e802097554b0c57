import { nairaText } from '@rootsquare/contract/lib/money'
import type { StatementEntry, StatementType } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { statementEntries, useStatement } from '#web/features/orders/payouts/api.ts'
import { Section } from '#web/features/orders/payouts/earnings.tsx'
import { addDays, addMonths, longMonthText, todayInLagos } from '#web/lib/format/days.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { stampText } from '#web/lib/format/time.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import classes from './earnings.module.css'

/** Lists every change of the seller's balance, and downloads those of a month. Is empty before the first sale. */
export function Statement() {
  const pages = useInfiniteQuery(statementEntries())
  const entries = entriesOf(pages.data, ({ id }) => id)
  if (entries.length === 0 && !pages.isLoadingError) return null
  return (
    <Section title="Statement">
      {pages.isLoadingError ? (
        <LoadError query={pages} otherwise="The statement could not be loaded." />
      ) : (
        <>
          <Download />
          <ul className="card-box" aria-label="Statement">
            <ListRows of={entries} rowKey={({ id }) => id}>
              {(entry) => <Entry entry={entry} />}
            </ListRows>
          </ul>
          <LoadMore pages={pages} />
        </>
      )}
    </Section>
  )
}

const typeNames: Record<StatementType, string> = {
  SALE: 'Sale',
  CANCEL: 'Canceled sale',
  RELEASE: 'Commission',
  HOLD: 'Commission given back during a dispute',
  DISPUTE: 'Refund to the buyer after a dispute',
  PAYOUT: 'Payout',
  PAYOUT_RETURNED: 'Payout that came back',
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { type, amount, orderId, transactionRef, createdDate } = entry
  return (
    <li className={`divided wrap between ${classes.payout} display-flex pad-s-m`}>
      <span className="semibold">{typeNames[type]}</span>
      <strong className={`tabular ${orderId === null ? classes.filling : ''}`}>{nairaText(amount)}</strong>
      {orderId !== null && (
        <Link
          to="/received-order/$orderId"
          params={{ orderId: String(orderId) }}
          className={`text-link breakable ${classes.filling}`}
        >
          {transactionRef}
        </Link>
      )}
      <time className="text-xs muted" dateTime={createdDate}>
        {stampText(createdDate)}
      </time>
    </li>
  )
}

const monthCount = 24

/** Returns the first day of each month in the last two years, the newest first. */
function firstDays(): string[] {
  const first = `${todayInLagos().slice(0, 7)}-01`
  return Array.from({ length: monthCount }, (_, ago) => addMonths(first, -ago))
}

/** Downloads with a call, because a plain link would not send the token. */
function Download() {
  const months = firstDays()
  const [chosen, setChosen] = useState<string>()
  const statement = useStatement()
  const from = chosen ?? months[0] ?? todayInLagos()

  function download(): void {
    const to = addDays(addMonths(from, 1), -1)
    statement.mutate(
      { from, to },
      {
        onError: (failure) => showSnackbar('error', errorText(failure)),
        onSuccess: (text) =>
          saveFile(`rootsquare-statement-${from.slice(0, 7)}.csv`, new Blob([text], { type: 'text/csv' })),
      },
    )
  }

  return (
    <div className={`wrap gap-s ${classes.statement}`}>
      <SelectField label="Month" value={from} onChange={(event) => setChosen(event.currentTarget.value)}>
        {months.map((day) => (
          <option key={day} value={day}>
            {longMonthText(day)}
          </option>
        ))}
      </SelectField>
      <Button variant="outline" isBusy={statement.isPending} onClick={download}>
        Download statement
      </Button>
    </div>
  )
}
