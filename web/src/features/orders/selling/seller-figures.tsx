import type { Series } from '@rootsquare/contract/analytics'
import { nairaText } from '@rootsquare/contract/lib/money'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { figures } from '#web/features/orders/selling/seller-api.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { GrowthChip } from '#web/ui/charts/growth-chip.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import classes from './seller-figures.module.css'

/** Shows sales figures to sellers only, and only after their first sale. */
export function SellerFigures() {
  const query = useQuery(figures)
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const [isOpened, setOpened] = useState(false)
  const titleId = useId()
  if (query.isPending) return null
  if (query.isLoadingError) return <LoadError query={query} />
  const { sales, units, openOrders } = query.data
  // There were no sales in this month or the previous one.
  if (sales.total === 0 && sales.growthRate === 0) return null
  const isShown = !isNarrow || isOpened
  return (
    <section className={`card-box stack gap-s ${classes.figures}`} aria-labelledby={titleId}>
      <div className={`wrap ${classes.head}`}>
        <h2 id={titleId}>Your sales</h2>
        <p className="text-xs muted">The last month, against the one before</p>
      </div>
      <div className={classes.all}>
        <Figure label="Sales" series={sales} format={nairaText} isShown={isShown} />
        <Figure label="Units sold" series={units} format={numberText} isShown={isShown} />
        <Figure
          label="Still to ship, of these"
          series={openOrders}
          format={numberText}
          rise="plain"
          isShown={isShown}
        />
      </div>
      {isNarrow && (
        <Button variant="outline" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
          {isOpened ? 'Hide figures' : 'Show figures'}
        </Button>
      )}
    </section>
  )
}

type FigureProps = {
  label: string
  series: Series
  format: (value: number) => string
  /** Set if a rise is neither good nor bad, as with open orders. */
  rise?: 'plain'
  isShown: boolean
}

function Figure({ label, series, format, rise, isShown }: FigureProps) {
  return (
    <div>
      <h3 className="text-xs muted semibold">{label}</h3>
      <p className={`flex-row wrap content-top tabular ${classes.total}`}>
        <strong>{format(series.total)}</strong> <GrowthChip rate={series.growthRate} rise={rise} />
      </p>
      {isShown && <BarChart label={label} points={series.trend} format={format} />}
    </div>
  )
}
