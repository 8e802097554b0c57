import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ProposalCard } from '#web/features/groups/proposal-card.tsx'
import { proposalsOf } from '#web/features/groups/sections-api.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Tab, Tabs } from '#web/ui/tabs.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './proposals.module.css'

export type ProposalTab = 'open' | 'decided'
type Place = { groupId: number; memberId: number }

const tabs = [
  { tab: 'open', name: 'Open' },
  { tab: 'decided', name: 'Decided' },
] as const

/** For whoever decides: what waits, and what was decided. */
export function ProposalBoard({ tab, ...place }: Place & { tab: ProposalTab }) {
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
              hash={one.tab === 'open' ? '' : one.tab}
              hashScrollIntoView={false}
              resetScroll={false}
              activeOptions={{ includeHash: true }}
              aria-current={one.tab === tab ? 'page' : undefined}
            />
          ))}
        </Tabs>
      </div>
      {tab === 'open' ? (
        <Proposals key="open" {...place} which="open" emptyText="No proposals are waiting." />
      ) : (
        <Proposals key="decided" {...place} which="decided" emptyText="Nothing has been decided yet." />
      )}
    </>
  )
}

/** For whoever proposes: what became of it. */
export function OwnProposals(place: Place) {
  return <Proposals {...place} which="own" emptyText="You have proposed nothing here yet." />
}

const titles = { open: 'Open proposals', decided: 'Decided proposals', own: 'My proposals' } as const

type ProposalsProps = Place & { which: keyof typeof titles; emptyText: string }

function Proposals({ groupId, memberId, which, emptyText }: ProposalsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const proposals = useInfiniteQuery(proposalsOf(groupId, which === 'open' ? 'open' : 'all'))
  useTold(proposals.isLoadingError ? failureText(proposals.error) : null, proposals.errorUpdateCount)
  if (proposals.isPending) return <RowsSkeleton label="Loading proposals" />
  if (proposals.isLoadingError)
    return <TroubleCard text={failureText(proposals.error)} onRetry={() => void proposals.refetch()} />
  const all = proposals.data.pages.flatMap((page) => page.content)
  const shown = which === 'decided' ? all.filter(({ state }) => state !== 'OPEN') : all
  return (
    <section className={classes.proposals} aria-labelledby="proposals">
      <h2 ref={heading} id="proposals" tabIndex={-1} className={['display', classes.title].join(' ')}>
        {titles[which]}
      </h2>
      {shown.length === 0 && !proposals.hasNextPage && (
        <div className="card">
          <EmptyWords text={emptyText} wayOn={<ToSections groupId={groupId} />} />
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
