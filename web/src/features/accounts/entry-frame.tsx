import { useId } from 'react'
import type { ReactNode } from 'react'
import { Welcome } from '#web/features/accounts/welcome.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import classes from './entry-frame.module.css'

/** What the screens before the square share: the cloth, and a card with one thing to do. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.side}>
        <section className={classes.card} aria-labelledby={id}>
          <h1 id={id} className={['display', classes.title].join(' ')}>
            {title}
          </h1>
          {children}
        </section>
      </div>
    </div>
  )
}
