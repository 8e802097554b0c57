import type { ReactNode } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import classes from './data-table.module.css'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** For long words, which get what room the other columns leave. */
  isWide?: boolean
}

type DataTableProps<Row> = {
  /** What the rows are, such as 'Suspended users'; said, not shown. */
  label: string
  /** The first names the row. */
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** What can be done about a row: its menu. */
  actions?: (row: Row) => ReactNode
  /** Rows that are there pale and stay; without any, as many as `expected` are sketched. */
  isWaiting?: boolean
  expected?: number
}

/** A table where there is room for one, else a card for each row. Nothing is drawn for no rows: the page has words for that. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const { label, rows, isWaiting = false } = props
  if (rows.length === 0 && !isWaiting) return null
  return (
    <>
      <output className="sr-only">{isWaiting && `Loading ${label.toLowerCase()}`}</output>
      {isNarrow ? <Cards {...props} /> : <Table {...props} />}
    </>
  )
}

function Table<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, isWaiting = false } = props
  return (
    <table className={classes.table} aria-busy={isWaiting}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isWide }) => (
            <th key={name} scope="col" data-wide={isWide || undefined}>
              {name}
            </th>
          ))}
          {actions && (
            <th scope="col" className={classes.narrow}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <Cells columns={columns} row={row} />
            {actions && (
              <td className={classes.narrow} inert={isWaiting}>
                {actions(row)}
              </td>
            )}
          </tr>
        ))}
        {rows.length === 0 && <SketchedRows {...props} />}
      </tbody>
    </table>
  )
}

function Cells<Row>({ columns: [first, ...others], row }: { columns: Column<Row>[]; row: Row }) {
  return (
    <>
      <th scope="row">{first?.cell(row)}</th>
      {others.map(({ name, cell }) => (
        <td key={name}>{cell(row)}</td>
      ))}
    </>
  )
}

function SketchedRows<Row>({ columns, actions, expected }: DataTableProps<Row>) {
  const width = columns.length + (actions ? 1 : 0)
  return counting(expected).map((row) => (
    <tr key={row} aria-hidden="true">
      {counting(width).map((cell) => (
        <td key={cell} className={classes.sketched}>
          …
        </td>
      ))}
    </tr>
  ))
}

function Cards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, isWaiting = false, expected } = props
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={isWaiting}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <dl className={classes.facts}>
            {columns.map(({ name, cell }) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div inert={isWaiting}>{actions(row)}</div>}
        </li>
      ))}
      {rows.length === 0 &&
        counting(expected).map((row) => (
          <li key={row} className={classes.card} aria-hidden="true">
            <div className={classes.facts}>
              {columns.map(({ name }) => (
                <div key={name} className={[classes.fact, classes.sketched].join(' ')} />
              ))}
            </div>
          </li>
        ))}
    </ul>
  )
}

function counting(count = 5): number[] {
  return Array.from({ length: Math.min(count, 10) }, (_, at) => at)
}
