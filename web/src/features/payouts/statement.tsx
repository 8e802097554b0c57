import { useState } from 'react'
import { useStatement } from '#web/features/payouts/api.ts'
import { addDays, addMonths, todayInLagos } from '#web/lib/format/days.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import classes from './earnings.module.css'

const monthCount = 24
const monthName = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The first days of the last two years' months, the newest first. */
function firstDays(): string[] {
  const first = `${todayInLagos().slice(0, 7)}-01`
  return Array.from({ length: monthCount }, (_, ago) => addMonths(first, -ago))
}

/** Not a plain link, because that would not send the token. */
export function Statement() {
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
    <div className={classes.statement}>
      <SelectField label="Month" value={from} onChange={(event) => setChosen(event.currentTarget.value)}>
        {months.map((day) => (
          <option key={day} value={day}>
            {monthName.format(new Date(day))}
          </option>
        ))}
      </SelectField>
      <Button variant="outline" isBusy={statement.isPending} onClick={download}>
        Download statement
      </Button>
    </div>
  )
}
