import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { ProposalCard } from '#web/features/groups/proposals/proposal-card.tsx'
import type { ProposalsKind, ProposalsScope } from '#web/entities/groups/section-keys.ts'
import { proposalsOf } from '#web/features/groups/sections/sections-api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Link } from '@tanstack/react-router'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import classes from './proposals.module.css'

type ProposalListProps = {
  place: ProposalsScope
  kind: ProposalsKind
  memberId: number
  labels: { title: string; none: string }
  action: ReactNode
}

export function ProposalList({ place, kind, memberId, labels, action }: ProposalListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const proposals = useInfiniteQuery(proposalsOf(place, kind))
  useErrorSnackbar(proposals.isLoadingError ? errorText(proposals.error) : null, proposals.errorUpdateCount)
  if (proposals.isPending) return <RowsSkeleton label="Loading proposals" />
  if (proposals.isLoadingError) return <LoadError query={proposals} />
  const shown = entriesOf(proposals.data, ({ id }) => id)
  return (
    <section className={`stack auto-margins full-width ${classes.proposals}`} aria-labelledby="proposals">
      <h2
        ref={heading}
        id="proposals"
        tabIndex={-1}
        className={`display-text no-ring ${classes.title} color-primary text-xl`}
      >
        {labels.title}
      </h2>
      {shown.length === 0 && <EmptyCard text={labels.none} action={action} />}
      <ul className={`stack ${classes.list}`}>
        <ListRows of={shown} rowKey={({ id }) => id}>
          {(proposal) => (
            <li>
              <ProposalCard
                proposal={proposal}
                memberId={memberId}
                namesGroup={place === 'all'}
                onDecided={() => heading.current?.focus()}
              />
            </li>
          )}
        </ListRows>
      </ul>
      <LoadMore pages={proposals} />
    </section>
  )
}

type ProposalIds = { groupId: number; memberId: number }

const tabNames = { open: 'Open', decided: 'Decided' } as const

export function ProposalBoard({ tab, ...ids }: ProposalIds & { tab: 'open' | 'decided' }) {
  return (
    <>
      <div className={`card-box top-tabs ${classes.tabs}`}>
        <Tabs label="Proposals" current={tab}>
          {(['open', 'decided'] as const).map((one) => (
            <Tab
              key={one}
              name={tabNames[one]}
              to="/group/$groupId/proposals"
              params={{ groupId: String(ids.groupId) }}
              search={one === 'open' ? {} : { tab: one }}
              resetScroll={false}
              isCurrent={one === tab}
            />
          ))}
        </Tabs>
      </div>
      <Proposals key={tab} {...ids} kind={tab} />
    </>
  )
}

const labels = {
  open: { title: 'Open proposals', none: 'No proposals are waiting.' },
  decided: { title: 'Decided proposals', none: 'Nothing has been decided yet.' },
  own: { title: 'My proposals', none: 'You have not proposed anything here yet.' },
} as const

export function Proposals({ groupId, memberId, kind }: ProposalIds & { kind: ProposalsKind }) {
  const action = (
    <Link to="/group/$groupId/about" params={{ groupId: String(groupId) }} className="text-link">
      Read what is written
    </Link>
  )
  return (
    <ProposalList place={groupId} kind={kind} memberId={memberId} labels={labels[kind]} action={action} />
  )
}
