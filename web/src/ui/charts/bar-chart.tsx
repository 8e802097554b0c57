import { useMemo, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useElementWidth } from '#web/lib/browser/use-element-width.ts'
import { labelsOf, type Label } from '#web/ui/charts/bar-chart-labels.ts'
import {
  barsPath,
  heightOf,
  plotHeight,
  plotOf,
  pointText,
  slotsOf,
  topOf,
} from '#web/ui/charts/bar-chart-points.ts'
import type { Plot, ChartPoint, Slot } from '#web/ui/charts/bar-chart-points.ts'
import { PointTable } from '#web/ui/charts/bar-chart-table.tsx'
import { findLastIndex } from '#web/lib/browser/lists.ts'
import classes from './bar-chart.module.css'

type BarChartProps = {
  /** What is counted, such as 'Sales'. Only screen readers need it, because the heading above shows it. */
  label: string
  points: ChartPoint[]
  /** The previous period, drawn beside the current one position by position. */
  before?: ChartPoint[] | undefined
  format: (value: number) => string
  /** Labels only this many bars at the end; without it, some of all bars. */
  labelLast?: number | undefined
  /** Shown beside the button that shows the table. */
  actions?: ReactNode
}

/** Shows the value of one bar: the one under the pointer, else the one chosen by arrow keys, else the last. */
export function BarChart({ label, points, before, format, labelLast, actions }: BarChartProps) {
  const [isTable, setTable] = useState(false)
  const slots = useMemo(() => slotsOf(points, before), [points, before])
  if (slots.length === 0) return null
  const isCompared = before !== undefined
  const turn = isTable ? 'Show as chart' : 'Show as table'
  const content = { label, slots, isCompared, format, labelLast }
  return (
    <figure className={`${classes.chart} display-grid shrinkable`} aria-label={label}>
      {isTable ? <PointTable {...content} /> : <Drawing {...content} />}
      <div className="display-flex wrap gap-2xs-m">
        <button
          type="button"
          className="text-link touch text-s"
          aria-label={`${turn}: ${label}`}
          onClick={() => setTable(!isTable)}
        >
          {turn}
        </button>
        {actions}
      </div>
    </figure>
  )
}

type BarsProps = Pick<BarChartProps, 'label' | 'format' | 'labelLast'> & {
  slots: Slot[]
  isCompared: boolean
}

function Drawing(props: BarsProps) {
  return topOf(props.slots) === 0 ? <NoBars {...props} /> : <Bars {...props} />
}

function Bars({ label, slots, isCompared, format, labelLast }: BarsProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { ref, width } = useElementWidth()
  const plot = useMemo(() => plotOf(slots, width, isCompared), [slots, width, isCompared])
  const labels = useLabels(slots, width, labelLast)
  const last = slots.length - 1
  const newest = findLastIndex(slots, ({ now }) => now !== undefined)
  const chosenAt = slots.findIndex((slot) => keyOf(slot) === chosen)
  const shown = Math.min(pointed ?? (chosenAt < 0 ? newest : chosenAt), last)
  const one = slots[shown]

  /** A touched bar stays chosen; a bar that the mouse only passes over does not. */
  function point({ clientX, currentTarget, buttons }: PointerEvent): void {
    const { left, width: whole } = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - left) / whole) * slots.length)
    const near = Math.min(Math.max(at, 0), last)
    setPointed(near)
    if (buttons > 0) setChosen(keyOf(slots[near]))
  }

  function step(to: number): void {
    setPointed(null)
    setChosen(keyOf(slots[to]))
  }

  function leave({ key }: KeyboardEvent): void {
    if (key !== 'Escape') return
    setPointed(null)
    setChosen(null)
  }

  if (one === undefined) return null
  return (
    <>
      <Value slot={one} isCompared={isCompared} format={format} />
      <p className={`${classes.top} faint text-xs tabular`} aria-hidden="true">
        {format(plot.top)}
      </p>
      <div ref={ref} className="positioned">
        {/* This invisible list gives the bars keyboard access with one tab stop, and each bar a name. */}
        <input
          type="range"
          className={classes.range}
          aria-label={`${label}, bar by bar`}
          aria-valuetext={spokenOf(one, format)}
          min={0}
          max={last}
          value={shown}
          onChange={(event) => step(Number(event.currentTarget.value))}
          onKeyDown={leave}
        />
        <svg
          className={`${classes.bars} display-block full-width positioned`}
          aria-hidden="true"
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          <rect
            className={classes.column}
            x={shown * plot.pitch}
            width={Math.max(plot.pitch, 3)}
            y="0"
            height="100%"
          />
          <Grid />
          <AllBars slots={slots} plot={plot} newest={newest} />
          <Bar slot={slots[newest]} at={newest} plot={plot} isGold={!isCompared} isShown={shown === newest} />
          {shown !== newest && <Bar slot={one} at={shown} plot={plot} isShown />}
        </svg>
      </div>
      <Days labels={labels} />
      {isCompared && <Legend isDense={plot.isDense} />}
    </>
  )
}

function useLabels(slots: Slot[], width: number, last: number | undefined): Label[] {
  return useMemo(() => {
    const points = slots.flatMap(({ now }) => now ?? [])
    return labelsOf({ points, count: slots.length, width, last })
  }, [slots, width, last])
}

/** The empty chart has the size of one with bars, so that nothing jumps when data arrive. */
function NoBars({ slots, isCompared, labelLast }: BarsProps) {
  const { ref, width } = useElementWidth()
  const labels = useLabels(slots, width, labelLast)
  return (
    <>
      <p className={`${classes.value} breakable tabular`} data-two={isCompared || undefined} />
      <p className={`${classes.top} faint text-xs tabular`} />
      <div ref={ref} className="positioned">
        <svg className={`${classes.bars} display-block full-width positioned`} aria-hidden="true">
          <Grid />
        </svg>
        <p className={`center-content muted ${classes.nothing}`}>
          <span>Nothing in this period.</span>
        </p>
      </div>
      <Days labels={labels} />
      {isCompared && <Legend isDense={false} />}
    </>
  )
}

type ValueProps = { slot: Slot; isCompared: boolean; format: BarChartProps['format'] }

function Value({ slot: { now, before }, isCompared, format }: ValueProps) {
  return (
    <p className={`${classes.value} breakable tabular`} data-two={isCompared || undefined} aria-hidden="true">
      <strong>{now === undefined ? '–' : format(now.value)}</strong>{' '}
      {now && <span className="text-xs muted">{pointText(now)}</span>}
      {before && (
        <span className={`text-xs muted ${classes.valueBefore}`}>
          Before: {format(before.value)}, {pointText(before)}
        </span>
      )}
    </p>
  )
}

function spokenOf({ now, before }: Slot, format: BarChartProps['format']): string {
  const said = now && `${pointText(now)}: ${format(now.value)}`
  const saidBefore = before && `before, ${pointText(before)}: ${format(before.value)}`
  return [said, saidBefore].filter((text) => text !== undefined).join('; ')
}

function keyOf(slot: Slot | undefined): string | null {
  return slot?.now?.date ?? slot?.before?.date ?? null
}

function Grid() {
  return ['0.5px', '50%', '100%'].map((y) => (
    <line key={y} className={classes.line} x1="0" x2="100%" y1={y} y2={y} />
  ))
}

type AllBarsProps = { slots: Slot[]; plot: Plot; newest: number }

function AllBars({ slots, plot, newest }: AllBarsProps) {
  const [now, before] = useMemo(() => {
    const values = slots.map((slot, at) => (at === newest ? 0 : slot.now?.value))
    const earlier = slots.map((slot) => slot.before?.value)
    return [barsPath(values, plot, plot.now), barsPath(earlier, plot, plot.before)]
  }, [slots, plot, newest])
  const isDense = plot.isDense || undefined
  return (
    <>
      {before !== '' && <path className={classes.before} data-dense={isDense} d={before} />}
      <path className={classes.bar} data-dense={isDense} d={now} />
    </>
  )
}

type BarProps = { slot: Slot | undefined; at: number; plot: Plot; isGold?: boolean; isShown: boolean }

function Bar({ slot, at, plot: { pitch, top, now, isDense }, isGold, isShown }: BarProps) {
  const height = heightOf(slot?.now?.value ?? 0, top)
  const width = Math.max((now.to - now.from) * pitch, 2)
  return (
    <rect
      className={classes.bar}
      data-last={isGold || undefined}
      data-shown={isShown || undefined}
      data-dense={isDense || undefined}
      x={Math.max((at + now.to) * pitch - width, 0)}
      width={width}
      y={plotHeight - height}
      height={height}
    />
  )
}

function Days({ labels }: { labels: Label[] }) {
  return (
    <p className={classes.days} aria-hidden="true">
      {labels.map(({ date, text, month, left }) => (
        <time key={date} dateTime={date} style={{ left }}>
          {month !== undefined && <span>{month} </span>}
          {text}
        </time>
      ))}
    </p>
  )
}

function Legend({ isDense }: { isDense: boolean }) {
  return (
    <ul className={`flex-row wrap text-xs muted ${classes.legend}`} data-dense={isDense || undefined}>
      <li className="flex-row gap-xs" data-which="now">
        This period
      </li>
      <li className="flex-row gap-xs" data-which="before">
        The period before
      </li>
    </ul>
  )
}
