import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ProposalList } from '#web/features/groups/proposals/proposal-list.tsx'
import { proposalsOf } from '#web/features/groups/sections/sections-api.ts'
import { submittedItems, type SubmittedKind } from '#web/features/market/review/submissions-api.ts'
import { SubmittedItems } from '#web/features/market/review/submitted-items.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { Page, PageHead } from '#web/ui/layout/page.tsx'
import filters from '#web/ui/table/filter-links.module.css'

type SubmissionsTab = 'open' | 'decided' | 'items'

const labels = {
  open: { title: 'Page changes', none: 'No page changes are waiting.' },
  decided: { title: 'Decided page changes', none: 'Nothing has been decided yet.' },
} as const
const units = { changes: ['page change', 'page changes'], items: ['item', 'items'] } as const
const linkProps = { to: '/admin-submissions', state: { keepsFocus: true }, resetScroll: false } as const

/** Lists what admins must decide: proposed changes of group pages, and items for sale. */
export function AdminSubmissionsPage() {
  const session = useSession()
  const { tab, state } = useSearch({ from: '/members/admins/admin-submissions' })
  const first = useFirstTab()
  usePageTitle('Users Submissions')
  // The page renders once more after the session ends, before the guard redirects.
  if (session === null) return null
  const shown = tab === 'open' || tab === 'decided' || tab === 'items' ? tab : first
  return (
    <Page width={792} isEdgeToEdge>
      <PageHead title="Users Submissions" />
      <SubmissionTabs tab={shown} />
      {shown === 'items' ? (
        <Items kind={state === 'disapproved' ? state : 'waiting'} />
      ) : (
        <ProposalList
          key={shown}
          place="all"
          kind={shown}
          memberId={session.userId}
          labels={labels[shown]}
          action={<ToGroups />}
        />
      )}
    </Page>
  )
}

/** The menu counts items too, so the page opens on them if nothing else waits. Decisions do not change the tab. */
function useFirstTab(): SubmissionsTab {
  const changes = totalOf(useInfiniteQuery(proposalsOf('all', 'open')).data)
  const items = totalOf(useInfiniteQuery(submittedItems('waiting')).data)
  const [first, setFirst] = useState<SubmissionsTab | null>(null)
  if (first === null && changes !== undefined && items !== undefined)
    setFirst(changes === 0 && items > 0 ? 'items' : 'open')
  return first ?? 'open'
}

function SubmissionTabs({ tab }: { tab: SubmissionsTab }) {
  const open = useInfiniteQuery(proposalsOf('all', 'open'))
  const decided = useInfiniteQuery(proposalsOf('all', 'decided'))
  const items = useInfiniteQuery(submittedItems('waiting'))
  const tabProps = (name: SubmissionsTab) => ({
    ...linkProps,
    unit: name === 'items' ? units.items : units.changes,
    isCurrent: name === tab,
  })
  return (
    <div className="card-box top-tabs">
      <Tabs label="Users Submissions" current={tab}>
        <Tab name="Waiting" search={{ tab: 'open' }} {...tabProps('open')} count={totalOf(open.data)} />
        <Tab
          name="Decided"
          search={{ tab: 'decided' }}
          {...tabProps('decided')}
          count={totalOf(decided.data)}
        />
        <Tab name="Items" search={{ tab: 'items' }} {...tabProps('items')} count={totalOf(items.data)} />
      </Tabs>
    </div>
  )
}

type Counted = { pages: { totalElements: number | null }[] }

function totalOf(data: Counted | undefined): number | undefined {
  return data?.pages[0]?.totalElements ?? undefined
}

const itemKinds = { waiting: 'Not decided yet', disapproved: 'Disapproved' } as const

function Items({ kind }: { kind: SubmittedKind }) {
  const disapproved = useInfiniteQuery(submittedItems('disapproved'))
  const count = totalOf(disapproved.data)
  const kindProps = (name: SubmittedKind) => ({
    ...linkProps,
    className: filters.link,
    'aria-current': name === kind ? ('page' as const) : undefined,
  })
  return (
    <>
      <nav className={`flex-row wrap ${filters.links}`} aria-label="Items">
        <Link search={{ tab: 'items' }} {...kindProps('waiting')}>
          {itemKinds.waiting}
        </Link>
        <Link search={{ tab: 'items', state: 'disapproved' }} {...kindProps('disapproved')}>
          {itemKinds.disapproved}
          {count !== undefined && ` (${numberText(count)})`}
        </Link>
      </nav>
      <SubmittedItems key={kind} kind={kind} action={<ToMarket />} />
    </>
  )
}

function ToMarket() {
  return (
    <Link to="/marketplace" className="text-link">
      See the marketplace
    </Link>
  )
}

function ToGroups() {
  return (
    <Link to="/group-list" search={{ tab: 'all' }} className="text-link">
      See all groups
    </Link>
  )
}
