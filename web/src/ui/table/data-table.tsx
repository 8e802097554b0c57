import type { ReactNode } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './data-table.module.css'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** Marks a column of long text, which gets the width that the other columns leave. */
  isWide?: boolean
}

type DataTableProps<Row> = {
  /** A name such as 'Suspended users', for screen readers only. */
  label: string
  /** The first one is the header of the row. */
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  actions?: (row: Row) => ReactNode
  /** While loading, current rows become pale; without rows, `expected` placeholders are shown. */
  isWaiting?: boolean
  expected?: number
}

/**
 * Shows a table on wide screens and a card for each row on others. Without rows it shows nothing; the page shows a
 * message.
 */
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
    <table className={`${classes.table} full-width bordered on-surface`} aria-busy={isWaiting}>
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
        <ListRows of={rows} rowKey={rowKey} as="tr">
          {(row) => (
            <tr>
              <Cells columns={columns} row={row} />
              {actions && (
                <td className={classes.narrow} inert={isWaiting}>
                  {actions(row)}
                </td>
              )}
            </tr>
          )}
        </ListRows>
        {rows.length === 0 && <PlaceholderRows {...props} />}
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

function PlaceholderRows<Row>({ columns, actions, expected }: DataTableProps<Row>) {
  const width = columns.length + (actions ? 1 : 0)
  return indexes(expected).map((row) => (
    <tr key={row} aria-hidden="true">
      {indexes(width).map((cell) => (
        <td key={cell} className={classes.placeholder}>
          …
        </td>
      ))}
    </tr>
  ))
}

function Cards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, isWaiting = false, expected } = props
  return (
    <ul className={`stack gap-xs ${classes.cards}`} aria-label={label} aria-busy={isWaiting}>
      <ListRows of={rows} rowKey={rowKey}>
        {(row) => (
          <li className={classes.card}>
            <dl className={facts}>
              {columns.map(({ name, cell }) => (
                <div key={name} className={`${classes.fact} display-grid gap-xs items-center breakable`}>
                  <dt className="text-xs muted">{name}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <div inert={isWaiting}>{actions(row)}</div>}
          </li>
        )}
      </ListRows>
      {rows.length === 0 &&
        indexes(expected).map((row) => (
          <li key={row} className={classes.card} aria-hidden="true">
            <div className={facts}>
              {columns.map(({ name }) => (
                <div
                  key={name}
                  className={`${classes.fact} display-grid gap-xs items-center breakable ${classes.placeholder}`}
                />
              ))}
            </div>
          </li>
        ))}
    </ul>
  )
}

const facts = `grow stack gap-xs ${classes.facts}`

function indexes(count = 5): number[] {
  return Array.from({ length: Math.min(count, 10) }, (_, at) => at)
}
