import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type ListRowsProps<Row> = {
  of: readonly Row[]
  rowKey: (row: Row) => string | number | null
  /** The element of a row, which also takes the place of one that cannot be shown. */
  as?: 'li' | 'div' | 'span' | 'article' | 'tr'
  children: (row: Row, at: number) => ReactNode
}

/** Keeps the other rows if one throws. That one is tried again when its data changes. */
export function ListRows<Row>({ of, rowKey, as: Tag = 'li', children }: ListRowsProps<Row>) {
  const fallback = () => (
    <Tag className="padded muted">{Tag === 'tr' ? <td colSpan={99}>{text}</td> : text}</Tag>
  )
  return of.map((row, at) => (
    <CatchBoundary key={rowKey(row)} getResetKey={() => row} errorComponent={fallback}>
      <Content render={() => children(row, at)} />
    </CatchBoundary>
  ))
}

const text = 'This cannot be shown.'

/** A boundary does not catch what its own parent throws, so the function is called below it. */
function Content({ render }: { render: () => ReactNode }) {
  return render()
}
