import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { readJson, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf } from '#web/lib/storage/database.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './search.module.css'

type RecentListProps = { recent: string[]; onRemove: (q: string) => void; onClear: () => void }

/** Lists recent searches until something is typed. A button that removes itself passes the focus to the heading. */
export function RecentList({ recent, onRemove, onClear }: RecentListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (recent.length === 0)
    return (
      <EmptyCard text="Search for people, groups, posts, items and tags. The name of a state finds its groups." />
    )
  return (
    <section className="card-box" aria-labelledby="recent-searches">
      <div className={`flex-row between touch ${classes.head}`}>
        <h2 ref={heading} id="recent-searches" className="text-m bold no-ring" tabIndex={-1}>
          Recent searches
        </h2>
        <Button variant="outline" onClick={onClear}>
          Clear all
        </Button>
      </div>
      <ul className={classes.list}>
        {recent.map((q) => (
          <li key={q} className="divided flex-row pad-right-s">
            <Link
              to="/search"
              search={{ q }}
              className={`flex-row gap-s grow breakable hover-mark inner-ring ${classes.again}`}
            >
              <Icon of={History} />
              {q}
            </Link>
            <IconButton
              label={`Remove ${q}`}
              onClick={() => {
                heading.current?.focus()
                onRemove(q)
              }}
              icon={X}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const area = () => window.localStorage
const maxRecent = 8

/** Returns the last searches of this member, which are stored on this device only. */
export function useRecentSearches(memberId: number) {
  const key = keyOf({ what: 'recent-searches', memberId })
  const [recent, setRecent] = useState(() => readRecent(key))

  function save(searches: string[]): void {
    setRecent(searches)
    writeStored(area, key, searches.length === 0 ? null : JSON.stringify(searches))
  }

  const without = (q: string) => recent.filter((one) => one.toLowerCase() !== q.toLowerCase())
  return {
    recent,
    add: (q: string) => {
      if (q !== '') save([q, ...without(q)].slice(0, maxRecent))
    },
    remove: (q: string) => save(without(q)),
    clear: () => save([]),
  }
}

/** Reads the searches and drops invalid entries, because the storage may contain anything. */
function readRecent(key: string): string[] {
  const stored = readJson(area, key)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}
