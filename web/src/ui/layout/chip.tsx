import type { ReactNode } from 'react'
import classes from './chip.module.css'

export type Tone = 'neutral' | 'primary' | 'gold' | 'leaf' | 'error'

/** The state of something in a word or two. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}
