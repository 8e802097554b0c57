import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ProposalCard } from '#web/features/groups/proposal-card.tsx'
import type { ProposalsKind, ProposalsPlace } from '#web/features/groups/section-keys.ts'
import { proposalsOf } from '#web/features/groups/sections-api.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './proposals.module.css'

type ProposalListProps = {
  place: ProposalsPlace
  kind: ProposalsKind
  memberId: number
  words: { title: string; none: string }
  wayOn: ReactNode
}

export function ProposalList({ place, kind, memberId, words, wayOn }: ProposalListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const proposals = useInfiniteQuery(proposalsOf(place, kind))
  useTold(proposals.isLoadingError ? failureText(proposals.error) : null, proposals.errorUpdateCount)
  if (proposals.isPending) return <RowsSkeleton label="Loading proposals" />
  if (proposals.isLoadingError)
    return <TroubleCard text={failureText(proposals.error)} onRetry={() => void proposals.refetch()} />
  const shown = entriesOf(proposals.data, ({ id }) => id)
  return (
    <section className={classes.proposals} aria-labelledby="proposals">
      <h2 ref={heading} id="proposals" tabIndex={-1} className={['display', classes.title].join(' ')}>
        {words.title}
      </h2>
      {shown.length === 0 && (
        <div className="card">
          <EmptyWords text={words.none} wayOn={wayOn} />
        </div>
      )}
      <ul className={classes.list}>
        {shown.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard
              proposal={proposal}
              memberId={memberId}
              namesGroup={place === 'all'}
              onDecided={() => heading.current?.focus()}
            />
          </li>
        ))}
      </ul>
      <LoadMore pages={proposals} />
    </section>
  )
}
