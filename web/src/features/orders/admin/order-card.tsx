import { useId, type ReactNode } from 'react'
import classes from './order-cards.module.css'

export function OrderCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={`card stack ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type OrderRecordsProps<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string | number
  children: (row: Row) => ReactNode
}

export function OrderRecords<Row>({ rows, keyOf, children }: OrderRecordsProps<Row>) {
  return (
    <ul className="stack gap-14">
      {rows.map((row) => (
        <li key={keyOf(row)} className={`stack gap-10 ${classes.row}`}>
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
