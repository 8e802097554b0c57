import type { Group } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import List from 'lucide-react/icons/list'
import Map from 'lucide-react/icons/map'
import { MapCard, MapSkeleton } from '#web/features/groups/map/map-card.tsx'
import { GroupsWithoutState, MapList, StateGroups } from '#web/features/groups/map/map-groups.tsx'
import { nameAndNumber, statesWithGroups, groupsWithoutState } from '#web/features/groups/map/map-states.ts'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { useAllPages } from '#web/entities/groups/use-all-pages.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useBackToGroups } from '#web/lib/navigation/back-to-list.ts'
import { textIn } from '#web/lib/navigation/search-params.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { BackLink, Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './group-lists.module.css'

const views = [
  { view: 'map', name: 'Map', icon: Map },
  { view: 'list', name: 'List', icon: List },
] as const
type View = (typeof views)[number]['view']

export function GroupMapPage() {
  const view = useView()
  const { onBack } = useBackToGroups(true)
  usePageTitle('Groups on the map')
  return (
    <Page width={1180} isEdgeToEdge>
      <BackLink to="/group-list" onClick={onBack}>
        Back to groups
      </BackLink>
      <PageHead title="Groups on the map" className="between">
        <Views current={view} />
      </PageHead>
      <Content view={view} />
    </Page>
  )
}

/** Returns the list first on a phone, where the southern states are too small to touch. */
function useView(): View {
  const requested = useSearch({ from: '/members/group-map' }).view
  const isPhone = useMediaQuery('(max-width: 767px)')
  return views.find(({ view }) => view === requested)?.view ?? (isPhone ? 'list' : 'map')
}

function Views({ current }: { current: View }) {
  return (
    <nav aria-label="Show as" className={`flex-row gap-2xs full-radius ${classes.views}`}>
      {views.map(({ view, name, icon }) => (
        <Link
          key={view}
          to="/group-map"
          search={(now) => ({ state: textIn(now, 'state'), view })}
          resetScroll={false}
          className={`flex-row touch muted semibold ${classes.view}`}
          aria-current={view === current ? 'page' : undefined}
        >
          <Icon of={icon} />
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Content({ view }: { view: View }) {
  const query = useInfiniteQuery(groupsNamed(''))
  useAllPages(query)
  // Until the last page has loaded, the counts are too low.
  const isComplete = query.data !== undefined && !query.hasNextPage
  const error = isComplete || query.error === null ? null : errorText(query.error)
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  useErrorSnackbar(error, query.errorUpdateCount)
  if (isComplete) return <States groups={groupsIn(query.data)} view={view} />
  if (error !== null) return <ErrorCard text={error} onRetry={retry} />
  return (
    <div className={`stack ${classes[view]}`}>
      {view === 'map' ? <MapSkeleton /> : <RowsSkeleton label="Loading the states" count={8} />}
    </div>
  )
}

function States({ groups, view }: { groups: Group[]; view: View }) {
  const navigate = useNavigate({ from: '/group-map' })
  const stateCode = useSearch({ from: '/members/group-map' }).state
  const states = statesWithGroups(groups)
  const chosen = states.find(({ code }) => code === stateCode)
  const rest = <GroupsWithoutState groups={groupsWithoutState(groups)} />

  function choose(state: MapState | undefined): void {
    void navigate({ search: (before) => ({ ...before, state: state?.code }), resetScroll: false })
  }

  function chooseOnMap(state: MapState): void {
    choose(state)
    announce('live-polite', `${nameAndNumber(state)}, listed after the map`)
  }

  if (view === 'list')
    return (
      <div className={`stack ${classes.list}`}>
        <MapList states={states} chosen={chosen} onChoose={choose} />
        {rest}
      </div>
    )
  return (
    <div className={`stack ${classes.map}`}>
      <MapCard states={states} chosen={chosen} onChoose={chooseOnMap} />
      <div className={`stack ${classes.side}`}>
        <StateGroups state={chosen} />
        {rest}
      </div>
    </div>
  )
}
