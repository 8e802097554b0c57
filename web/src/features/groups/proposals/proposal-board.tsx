import { Link } from '@tanstack/react-router'
import { ProposalList } from '#web/features/groups/proposals/proposal-list.tsx'
import type { ProposalsKind } from '#web/entities/groups/section-keys.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import classes from './proposals.module.css'

type ProposalIds = { groupId: number; memberId: number }

const tabNames = { open: 'Open', decided: 'Decided' } as const

export function ProposalBoard({ tab, ...ids }: ProposalIds & { tab: 'open' | 'decided' }) {
  return (
    <>
      <div className={['card', classes.tabs].join(' ')}>
        <Tabs label="Proposals" current={tab}>
          {(['open', 'decided'] as const).map((one) => (
            <Tab
              key={one}
              name={tabNames[one]}
              to="/group/$groupId/proposals"
              params={{ groupId: String(ids.groupId) }}
              search={one === 'open' ? {} : { tab: one }}
              activeOptions={{ exact: true }}
              resetScroll={false}
              aria-current={one === tab ? 'page' : undefined}
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
  own: { title: 'My proposals', none: 'You have proposed nothing here yet.' },
} as const

export function Proposals({ groupId, memberId, kind }: ProposalIds & { kind: ProposalsKind }) {
  const action = (
    <Link to="/group/$groupId/about" params={{ groupId: String(groupId) }} className="link">
      Read what is written
    </Link>
  )
  return <ProposalList place={groupId} kind={kind} memberId={memberId} words={labels[kind]} action={action} />
}
