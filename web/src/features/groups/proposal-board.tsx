import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ProposalCard } from '#web/features/groups/proposal-card.tsx'
import type { ProposalsKind } from '#web/features/groups/section-keys.ts'
import { proposalsOf } from '#web/features/groups/sections-api.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Tab, Tabs } from '#web/ui/tabs.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './proposals.module.css'

type Place = { groupId: number; memberId: number }

const tabs = [
  { tab: 'open', name: 'Open' },
  { tab: 'decided', name: 'Decided' },
] as const

/** For whoever decides: what waits, and what was decided. */
export function ProposalBoard({ tab, ...place }: Place & { tab: 'open' | 'decided' }) {
  return (
    <>
      <div className={['card', classes.tabs].join(' ')}>
        <Tabs label="Proposals" current={tab}>
          {tabs.map((one) => (
            <Tab
              key={one.tab}
              name={one.name}
              to="/group/$groupId/proposals"
              params={{ groupId: String(place.groupId) }}
              search={one.tab === 'open' ? {} : { tab: one.tab }}
              activeOptions={{ exact: true }}
              resetScroll={false}
              aria-current={one.tab === tab ? 'page' : undefined}
            />
          ))}
        </Tabs>
      </div>
      <Proposals key={tab} {...place} kind={tab} />
    </>
  )
}

/** For whoever proposes: what became of it. */
export function OwnProposals(place: Place) {
  return <Proposals {...place} kind="own" />
}

const words = {
  open: { title: 'Open proposals', none: 'No proposals are waiting.' },
  decided: { title: 'Decided proposals', none: 'Nothing has been decided yet.' },
  own: { title: 'My proposals', none: 'You have proposed nothing here yet.' },
} as const

function Proposals({ groupId, memberId, kind }: Place & { kind: ProposalsKind }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const proposals = useInfiniteQuery(proposalsOf(groupId, kind))
  useTold(proposals.isLoadingError ? failureText(proposals.error) : null, proposals.errorUpdateCount)
  if (proposals.isPending) return <RowsSkeleton label="Loading proposals" />
  if (proposals.isLoadingError)
    return <TroubleCard text={failureText(proposals.error)} onRetry={() => void proposals.refetch()} />
  const shown = entriesOf(proposals.data, ({ id }) => id)
  return (
    <section className={classes.proposals} aria-labelledby="proposals">
      <h2 ref={heading} id="proposals" tabIndex={-1} className={['display', classes.title].join(' ')}>
        {words[kind].title}
      </h2>
      {shown.length === 0 && (
        <div className="card">
          <EmptyWords text={words[kind].none} wayOn={<ToSections groupId={groupId} />} />
        </div>
      )}
      <ul className={classes.list}>
        {shown.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard
              proposal={proposal}
              memberId={memberId}
              onDecided={() => heading.current?.focus()}
            />
          </li>
        ))}
      </ul>
      <LoadMore pages={proposals} />
    </section>
  )
}

function ToSections({ groupId }: { groupId: number }) {
  return (
    <Link to="/group/$groupId/about" params={{ groupId: String(groupId) }} className="link">
      Read what is written
    </Link>
  )
}
