import { useState } from 'react'
import type { PointerEvent } from 'react'
import { dayText } from '#web/lib/time.ts'
import classes from './bar-chart.module.css'

/** `date` is a day: `2026-01-31`. */
export type Point = { date: string; value: number }

type BarChartProps = {
  /** What is counted: 'Sales'. Said, not shown: a heading stands above. */
  label: string
  points: Point[]
  format: (value: number) => string
  /** The day stands under the first bar and every so many after it; without it under the first and the last. */
  labelEvery?: number
}

/**
 * Bars, one of them in words: the one pointed at, else the one chosen by arrow keys, else the last. As a table for
 * whoever prefers figures.
 */
export function BarChart(props: BarChartProps) {
  const [isTable, setTable] = useState(false)
  const { label, points } = props
  if (points.length === 0) return null
  return (
    <figure className={classes.chart} aria-label={label}>
      {isTable ? <PointTable {...props} /> : <Bars {...props} />}
      <button type="button" className={classes.turn} onClick={() => setTable(!isTable)}>
        {isTable ? 'Show as chart' : 'Show as table'}
        <span className="sr-only">: {label}</span>
      </button>
    </figure>
  )
}

function Bars({ label, points, format, labelEvery }: BarChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const last = points.length - 1
  const kept = points.findIndex(({ date }) => date === chosen)
  const shown = Math.min(pointed ?? (kept < 0 ? last : kept), last)
  const one = points[shown]
  const top = roundTop(Math.max(...points.map(({ value }) => value)))

  /** A finger leaves what it touched chosen; a mouse that only passes does not. */
  function point({ clientX, currentTarget, buttons }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - left) / width) * points.length)
    const near = Math.min(Math.max(at, 0), last)
    setPointed(near)
    if (buttons > 0) setChosen(points[near]?.date ?? null)
  }

  function step(to: number): void {
    setPointed(null)
    setChosen(points[to]?.date ?? null)
  }

  if (one === undefined) return null
  return (
    <>
      <p className={classes.words} aria-hidden="true">
        <strong>{format(one.value)}</strong> <span>{dayText(one.date)}</span>
      </p>
      <p className={classes.top} aria-hidden="true">
        {top === 0 ? '' : format(top)}
      </p>
      <div className={classes.plot}>
        {/* Unseen under the bars: it brings the keys, one stop for all bars, and a name for each. */}
        <input
          type="range"
          className={classes.range}
          aria-label={`${label}, bar by bar`}
          aria-valuetext={`${dayText(one.date)}: ${format(one.value)}`}
          min={0}
          max={last}
          value={shown}
          onChange={(event) => step(Number(event.currentTarget.value))}
        />
        <svg
          className={classes.bars}
          aria-hidden="true"
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Grid />
          {points.map(({ date, value }, at) => (
            <Bar
              key={date}
              place={placeOf(at, points.length, value / (top || 1))}
              isLast={at === last}
              isShown={at === shown}
            />
          ))}
        </svg>
      </div>
      <Days points={points} labelEvery={labelEvery} />
    </>
  )
}

function Grid() {
  return ['0.5px', '50%', '100%'].map((y) => (
    <line key={y} className={classes.line} x1="0" x2="100%" y1={y} y2={y} />
  ))
}

type BarProps = {
  place: { left: number; width: number; height: number }
  isLast: boolean
  isShown: boolean
}

/** The ring is drawn around the whole column: a day without anything is a day as well. */
function Bar({ place: { left, width, height }, isLast, isShown }: BarProps) {
  const gap = width * 0.15
  return (
    <>
      <rect
        className={classes.bar}
        data-last={isLast || undefined}
        data-shown={isShown || undefined}
        x={`${left + gap}%`}
        width={`${width - 2 * gap}%`}
        y={`${100 - height}%`}
        height={`${height}%`}
      />
      {isShown && <rect className={classes.column} x={`${left}%`} width={`${width}%`} y="0" height="100%" />}
    </>
  )
}

function Days({ points, labelEvery }: Pick<BarChartProps, 'points' | 'labelEvery'>) {
  const last = points.length - 1
  const isNamed = (at: number) => (labelEvery === undefined ? at === 0 || at === last : at % labelEvery === 0)
  return (
    <p className={classes.days} aria-hidden="true">
      {points.map(({ date }, at) => {
        const middle = (at + 0.5) / points.length
        return (
          isNamed(at) && (
            <span key={date} data-side={sideOf(middle)} style={{ left: `${middle * 100}%` }}>
              {dayText(date).replace(/ \d{4}$/, '')}
            </span>
          )
        )
      })}
    </p>
  )
}

function PointTable({ label, points, format }: BarChartProps) {
  return (
    <table className={classes.table}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ date, value }) => (
          <tr key={date}>
            <th scope="row">{dayText(date)}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const leastHeight = 2

/** In percent. What is more than nothing can be seen. */
function placeOf(at: number, count: number, share: number) {
  const width = 100 / count
  return { left: at * width, width, height: share > 0 ? Math.max(share * 100, leastHeight) : 0 }
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundTop(most: number): number {
  if (most <= 0) return 0
  const scale = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 5, 10].find((one) => one * scale >= most) ?? 10
  return step * scale
}

function sideOf(share: number): 'left' | 'right' | undefined {
  if (share < 0.12) return 'left'
  return share > 0.88 ? 'right' : undefined
}
