import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ProposalList } from '#web/features/groups/proposal-list.tsx'
import { proposalsOf } from '#web/features/groups/sections-api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'
import { Tab, Tabs } from '#web/ui/tabs.tsx'
import classes from './admin-submissions-page.module.css'

type SubmissionsTab = 'open' | 'decided'

const words = {
  open: { title: 'Page changes', none: 'No page changes are waiting.' },
  decided: { title: 'Decided page changes', none: 'Nothing has been decided yet.' },
} as const
const unit = ['page change', 'page changes'] as const

/** What members propose for the pages of all groups, and what became of it. */
export function AdminSubmissionsPage() {
  const session = useSession()
  const { tab } = useSearch({ from: '/members/admins/admin-submissions' })
  usePageTitle('Users Submissions')
  // For one render after the session ends, until the guard has sent the person away.
  if (session === null) return null
  return <Submissions memberId={session.userId} tab={tab === 'decided' ? 'decided' : 'open'} />
}

function Submissions({ memberId, tab }: { memberId: number; tab: SubmissionsTab }) {
  const open = useInfiniteQuery(proposalsOf('all', 'open'))
  const decided = useInfiniteQuery(proposalsOf('all', 'decided'))
  const face = (name: SubmissionsTab, { data }: typeof open) => ({
    count: data?.pages[0]?.totalElements ?? undefined,
    unit,
    activeOptions: { exact: true },
    state: { keepsFocus: true },
    resetScroll: false,
    'aria-current': name === tab ? ('page' as const) : undefined,
  })
  return (
    <div className={classes.page}>
      <h1 className={['display', classes.title].join(' ')}>Users Submissions</h1>
      <div className={['card', classes.tabs].join(' ')}>
        <Tabs label="Users Submissions" current={tab}>
          <Tab name="Waiting" to="/admin-submissions" search={{}} {...face('open', open)} />
          <Tab
            name="Decided"
            to="/admin-submissions"
            search={{ tab: 'decided' }}
            {...face('decided', decided)}
          />
        </Tabs>
      </div>
      <ProposalList
        key={tab}
        place="all"
        kind={tab}
        memberId={memberId}
        words={words[tab]}
        wayOn={<ToGroups />}
      />
    </div>
  )
}

function ToGroups() {
  return (
    <Link to="/group-list" search={{ tab: 'all' }} className="link">
      See all groups
    </Link>
  )
}
