import type { ReactNode } from 'react'
import classes from './facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`breakable ${classes.facts} display-flex wrap`}>{children}</dl>
}

/** Shows nothing without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div>
      <dt className="text-xs muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
