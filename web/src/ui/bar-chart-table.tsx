import { dayText } from '#web/lib/time.ts'
import type { Point, Slot } from '#web/ui/bar-chart-points.ts'
import classes from './bar-chart.module.css'

type PointTableProps = {
  label: string
  slots: Slot[]
  isCompared: boolean
  format: (value: number) => string
}

/** What does not fit a card is scrolled in it, by keys as well. */
const longest = 40
const byKeyboard = { tabIndex: 0 }

export function PointTable({ label, slots, isCompared, format }: PointTableProps) {
  const table = (
    <table className={classes.table}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">{label}</th>
          {isCompared && <th scope="col">Date before</th>}
          {isCompared && <th scope="col">Before</th>}
        </tr>
      </thead>
      <tbody>
        {slots.map(({ now, before }) => (
          <tr key={now?.date ?? before?.date}>
            <th scope="row">{dayOf(now)}</th>
            <td>{valueOf(now, format)}</td>
            {isCompared && <td>{dayOf(before)}</td>}
            {isCompared && <td>{valueOf(before, format)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (slots.length <= longest) return table
  return (
    <section className={classes.long} aria-label={`${label}, all rows`} {...byKeyboard}>
      {table}
    </section>
  )
}

const none = '–'
const dayOf = (point: Point | undefined) => (point === undefined ? none : dayText(point.date))
const valueOf = (point: Point | undefined, format: (value: number) => string) =>
  point === undefined ? none : format(point.value)
