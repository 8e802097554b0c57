import { createLink } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import classes from './tabs.module.css'

/** Each tab has an address of its own, so they are links: Back returns to the one before. */
export function Tabs({ label, current, children }: { label: string; current: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the row scrolls sideways; the tab one is on must be in sight, also when a number or the font
  // comes later and widens those before it.
  useEffect(() => {
    const row = nav.current
    const tab = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !tab) return
    const sizes = new ResizeObserver(() => {
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2
    })
    for (const one of row.children) sizes.observe(one)
    return () => sizes.disconnect()
  }, [current])
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

type TabProps = ComponentProps<'a'> & {
  name: string
  isCurrent: boolean
  /** Nothing is shown where there is none, or until it is known. */
  count?: number | undefined
  unit?: readonly [string, string]
}

/** Not marked by the router, which would also mark a tab whose address is the beginning of another's. */
function TabAnchor({ name, isCurrent, count, unit, ...props }: TabProps) {
  return (
    <a {...props} aria-current={isCurrent ? 'page' : undefined} className={`row ${classes.tab}`}>
      <span>{name}</span>
      {count !== undefined && unit !== undefined && (
        <>
          <span className={classes.count} aria-hidden="true">
            {numberText(count)}
          </span>
          <span className="sr-only">{quantityText(count, ...unit)}</span>
        </>
      )}
    </a>
  )
}

/** `unit` is what a screen reader reads after the count: `['post', 'posts']`. */
export const Tab = createLink(TabAnchor)
