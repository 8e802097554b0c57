import { Link } from '@tanstack/react-router'
import { ProposalList } from '#web/features/groups/proposals/proposal-list.tsx'
import type { ProposalsKind } from '#web/entities/groups/section-keys.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
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
  const wayOn = <ToSections groupId={groupId} />
  return <ProposalList place={groupId} kind={kind} memberId={memberId} words={words[kind]} wayOn={wayOn} />
}

function ToSections({ groupId }: { groupId: number }) {
  return (
    <Link to="/group/$groupId/about" params={{ groupId: String(groupId) }} className="link">
      Read what is written
    </Link>
  )
}
