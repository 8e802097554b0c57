import { Link } from '@tanstack/react-router'
import { ProposalList } from '#web/features/groups/proposals/proposal-list.tsx'
import type { ProposalsKind } from '#web/entities/groups/section-keys.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import classes from './proposals.module.css'

type ProposalIds = { groupId: number; memberId: number }

const tabs = [
  { tab: 'open', name: 'Open' },
  { tab: 'decided', name: 'Decided' },
] as const

export function ProposalBoard({ tab, ...ids }: ProposalIds & { tab: 'open' | 'decided' }) {
  return (
    <>
      <div className={['card', classes.tabs].join(' ')}>
        <Tabs label="Proposals" current={tab}>
          {tabs.map((one) => (
            <Tab
              key={one.tab}
              name={one.name}
              to="/group/$groupId/proposals"
              params={{ groupId: String(ids.groupId) }}
              search={one.tab === 'open' ? {} : { tab: one.tab }}
              activeOptions={{ exact: true }}
              resetScroll={false}
              aria-current={one.tab === tab ? 'page' : undefined}
            />
          ))}
        </Tabs>
      </div>
      <Proposals key={tab} {...ids} kind={tab} />
    </>
  )
}

export function OwnProposals(ids: ProposalIds) {
  return <Proposals {...ids} kind="own" />
}

const labels = {
  open: { title: 'Open proposals', none: 'No proposals are waiting.' },
  decided: { title: 'Decided proposals', none: 'Nothing has been decided yet.' },
  own: { title: 'My proposals', none: 'You have proposed nothing here yet.' },
} as const

function Proposals({ groupId, memberId, kind }: ProposalIds & { kind: ProposalsKind }) {
  const action = <ToSections groupId={groupId} />
  return <ProposalList place={groupId} kind={kind} memberId={memberId} words={labels[kind]} action={action} />
}

function ToSections({ groupId }: { groupId: number }) {
  return (
    <Link to="/group/$groupId/about" params={{ groupId: String(groupId) }} className="link">
      Read what is written
    </Link>
  )
}
