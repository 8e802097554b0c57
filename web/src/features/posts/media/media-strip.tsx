import { useState } from 'react'
import type { CSSProperties, ReactNode, UIEvent } from 'react'
import classes from './post-media.module.css'

type MediaStripProps = { ratio: number; children: ReactNode[] }

/** On a phone: one medium beside the other, to be swiped, so that what is below them is in sight. */
export function MediaStrip({ ratio, children }: MediaStripProps) {
  const [at, setAt] = useState(0)
  const style: CSSProperties = { aspectRatio: ratio }

  function onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>): void {
    setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
  }

  return (
    <div className={classes.stripFrame}>
      <div className={classes.strip} style={style} data-shape="strip" onScroll={onScroll}>
        {children}
      </div>
      <span className={`amount small strong ${classes.position}`} aria-hidden="true">
        {at + 1} / {children.length}
      </span>
    </div>
  )
}
