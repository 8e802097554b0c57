import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { marketParams, type MarketSearch } from '#web/features/market/browse/market-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './page-links.module.css'

type PageLinksProps = { search: MarketSearch; last: number; onTurn: () => void }

/** Pages are numbered from 1. */
export function PageLinks({ search, last, onTurn }: PageLinksProps) {
  if (last <= 1) return null
  const { page } = search
  const to = (number: number) => ({ search: { ...search, page: number }, onTurn })
  return (
    <nav className={`flex-row wrap gap-xs ${classes.pages}`} aria-label="Pages">
      {page > 1 && (
        <PageLink {...to(page - 1)} label="Previous page">
          <Icon of={ChevronLeft} />
        </PageLink>
      )}
      {shownPages(page, last).map((number) => (
        <PageLink
          key={number}
          {...to(number)}
          label={`Page ${numberText(number)}`}
          isCurrent={number === page}
        >
          {numberText(number)}
        </PageLink>
      ))}
      {page < last && (
        <PageLink {...to(page + 1)} label="Next page">
          <Icon of={ChevronRight} />
        </PageLink>
      )}
    </nav>
  )
}

type PageLinkProps = Omit<PageLinksProps, 'last'> & {
  label: string
  isCurrent?: boolean
  children: ReactNode
}

function PageLink({ search, label, isCurrent = false, onTurn, children }: PageLinkProps) {
  return (
    <Link
      to="."
      search={marketParams(search)}
      className={`muted semibold tabular pad-x-xs ${classes.page} hover-mark center-content full-radius`}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
      state={{ keepsFocus: true }}
      onClick={onTurn}
    >
      {children}
    </Link>
  )
}

/** Returns the page numbers to show: for page 8 of 40, these are 1, 7, 8, 9 and 40. */
function shownPages(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last]
  return [...new Set(near)].filter((number) => number >= 1 && number <= last)
}
