import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import classes from './search.module.css'

type RecentListProps = { recent: string[]; onRemove: (q: string) => void; onClear: () => void }

/** What is shown before anything is typed. A button that removes itself passes the focus to the heading. */
export function RecentList({ recent, onRemove, onClear }: RecentListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (recent.length === 0)
    return (
      <section className="card">
        <EmptyMessage text="Search for people, groups, posts, items and tags. The name of a state finds its groups." />
      </section>
    )
  return (
    <section className="card" aria-labelledby="recent-searches">
      <div className={`row between ${classes.head}`}>
        <h2 ref={heading} id="recent-searches" tabIndex={-1}>
          Recent searches
        </h2>
        <Button variant="outline" onClick={onClear}>
          Clear all
        </Button>
      </div>
      <ul className={classes.list}>
        {recent.map((q) => (
          <li key={q} className={`divided row ${classes.recent}`}>
            <Link to="/search" search={{ q }} className={`row gap-12 grow breakable ${classes.again}`}>
              <History size={20} strokeWidth={1.9} aria-hidden="true" />
              {q}
            </Link>
            <IconButton
              label={`Remove ${q}`}
              onClick={() => {
                heading.current?.focus()
                onRemove(q)
              }}
            >
              <X size={20} strokeWidth={1.9} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
