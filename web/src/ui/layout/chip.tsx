import type { ReactNode } from 'react'
import classes from './chip.module.css'

export type Tone = 'neutral' | 'primary' | 'gold' | 'leaf' | 'error'

/** Shows a state in one or two words. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}
