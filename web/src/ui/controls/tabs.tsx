import { createLink } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import classes from './tabs.module.css'

/** Tabs are links because each has its own address: Back returns to the previous tab. */
export function Tabs({ label, current, children }: { label: string; current: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the row scrolls sideways. The current tab must stay in sight, also when a count or the font
  // loads later and makes the tabs before it wider.
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
  /** Nothing is shown if the count is missing or not yet known. */
  count?: number | undefined
  unit?: readonly [string, string]
}

/** The router does not mark the current tab, since it would also mark a tab whose address is a prefix of another. */
function TabAnchor({ name, isCurrent, count, unit, ...props }: TabProps) {
  return (
    <a
      {...props}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex-row ${classes.tab} rigid min-height-52 muted semibold`}
    >
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
