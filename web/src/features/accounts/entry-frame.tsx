import { useId } from 'react'
import type { ReactNode } from 'react'
import { Welcome } from '#web/features/accounts/sign-up/welcome.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import classes from './entry-frame.module.css'

type EntryFrameProps = { title: string; lead?: string | undefined; children: ReactNode; foot?: ReactNode }

/** What the screens before sign-in share: the pattern, and a card with one form. */
export function EntryFrame({ title, lead, children, foot }: EntryFrameProps) {
  const id = useId()
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.side}>
        <section className={['card', classes.card].join(' ')} aria-labelledby={id}>
          <h1 id={id} className={['display', classes.title].join(' ')}>
            {title}
          </h1>
          {lead !== undefined && <p className={['muted', classes.lead].join(' ')}>{lead}</p>}
          {children}
          {foot !== undefined && <p className={['muted', classes.foot].join(' ')}>{foot}</p>}
        </section>
      </div>
    </div>
  )
}
