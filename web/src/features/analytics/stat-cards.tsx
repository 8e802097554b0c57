import type { Figure } from '#web/features/analytics/api.ts'
import type { RangeSearch } from '#web/features/analytics/range-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { GrowthChip } from '#web/ui/charts/growth-chip.tsx'
import classes from './stat-cards.module.css'

type StatCardsProps = { figures: Figure[]; titles: string[]; range: RangeSearch }

/** The most important totals. A dash where the chart below shows an error. */
export function StatCards({ figures, titles, range }: StatCardsProps) {
  const shown = figures.filter(({ metric }) => titles.includes(metric.title))
  return (
    <section aria-label="Totals">
      <dl className={`stack ${classes.stats}`}>
        {shown.map(({ metric, now: { data, isPending, isPlaceholderData } }) => (
          <div key={metric.title} className={`card ${classes.stat}`}>
            <dt className="small muted">{metric.title}</dt>
            <dd className="row wrap" data-waiting={isPending || isPlaceholderData || undefined}>
              <strong className="breakable">{data === undefined ? '–' : numberText(data.total)}</strong>{' '}
              {data && <GrowthChip rate={data.growthRate} />}
              <span className={classes.time}>{dateRangeText(range.start, range.end)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
