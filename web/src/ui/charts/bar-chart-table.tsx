import { pointText, type ChartPoint, type Slot } from '#web/ui/charts/bar-chart-points.ts'
import classes from './bar-chart.module.css'

type PointTableProps = {
  label: string
  slots: Slot[]
  isCompared: boolean
  format: (value: number) => string
}

const byKeyboard = { tabIndex: 0 }

/** The table is as high as the bars, so that nothing jumps. It can be scrolled by keyboard. */
export function PointTable({ label, slots, isCompared, format }: PointTableProps) {
  return (
    <section
      className={`inner-ring ${classes.tableBox}`}
      data-two={isCompared || undefined}
      aria-label={`${label}, all rows`}
      {...byKeyboard}
    >
      <table className={`${classes.table} full-width tabular`}>
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
          {slots.map(({ now, before }, at) => (
            <tr key={now?.date ?? before?.date}>
              <th scope="row">
                <When point={now} above={slots[at - 1]?.now} />
              </th>
              <td>{valueOf(now, format)}</td>
              {isCompared && (
                <td>
                  <When point={before} above={slots[at - 1]?.before} />
                </td>
              )}
              {isCompared && <td>{valueOf(before, format)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const none = '–'

/** On narrow screens, only a year that differs from the row above is shown. */
function When({ point, above }: { point: ChartPoint | undefined; above: ChartPoint | undefined }) {
  if (point === undefined) return none
  const text = pointText(point)
  const year = text.slice(-5)
  const isAnother = above !== undefined && pointText(above).slice(-5) !== year
  return (
    <>
      {text.slice(0, -5)}
      <span data-same={!isAnother || undefined}>{year}</span>
    </>
  )
}

const valueOf = (point: ChartPoint | undefined, format: (value: number) => string) =>
  point === undefined ? none : format(point.value)
