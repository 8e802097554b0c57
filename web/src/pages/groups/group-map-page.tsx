import type { Group } from '@rootsquare/contract/groups'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import List from 'lucide-react/icons/list'
import Map from 'lucide-react/icons/map'
import { MapCard, MapSkeleton } from '#web/features/groups/map/map-card.tsx'
import { GroupsWithoutState, StateGroups } from '#web/features/groups/map/map-groups.tsx'
import { MapList } from '#web/features/groups/map/map-list.tsx'
import { nameAndNumber, statesWith, withoutState } from '#web/features/groups/map/map-states.ts'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { useAllGroups } from '#web/entities/groups/use-all-groups.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useBackToGroups } from '#web/lib/navigation/back-to-list.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './group-map-page.module.css'

const views = [
  { view: 'map', name: 'Map', Icon: Map },
  { view: 'list', name: 'List', Icon: List },
] as const
type View = (typeof views)[number]['view']

export function GroupMapPage() {
  const view = useView()
  const { onBack } = useBackToGroups(true)
  usePageTitle('Groups on the map')
  return (
    <div className={classes.page}>
      <Link to="/group-list" className={classes.back} onClick={onBack}>
        <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
        Back to groups
      </Link>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Groups on the map</h1>
        <Views current={view} />
      </div>
      <Content view={view} />
    </div>
  )
}

/** On a phone the states of the south are too small to touch, so the list comes first. */
function useView(): View {
  const requested = useSearch({ from: '/members/group-map' }).view
  const isPhone = useMediaQuery('(max-width: 767px)')
  return views.find(({ view }) => view === requested)?.view ?? (isPhone ? 'list' : 'map')
}

function Views({ current }: { current: View }) {
  return (
    <nav aria-label="Show as" className={classes.views}>
      {views.map(({ view, name, Icon }) => (
        <Link
          key={view}
          to="/group-map"
          search={({ state }) => ({ state, view })}
          resetScroll={false}
          className={classes.view}
          aria-current={view === current ? 'page' : undefined}
        >
          <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Content({ view }: { view: View }) {
  const { groups, failure, failures, retry } = useAllGroups()
  const error = failure && errorText(failure)
  useErrorSnackbar(error, failures)
  if (groups !== undefined) return <States groups={groups} view={view} />
  if (error !== null) return <ErrorCard text={error} onRetry={retry} />
  return (
    <div className={classes[view]}>
      {view === 'map' ? <MapSkeleton /> : <RowsSkeleton label="Loading the states" count={8} />}
    </div>
  )
}

function States({ groups, view }: { groups: Group[]; view: View }) {
  const navigate = useNavigate({ from: '/group-map' })
  const stateCode = useSearch({ from: '/members/group-map' }).state
  const states = statesWith(groups)
  const chosen = states.find(({ code }) => code === stateCode)
  const rest = <GroupsWithoutState groups={withoutState(groups)} />

  function choose(state: MapState | undefined): void {
    void navigate({ search: (before) => ({ ...before, state: state?.code }), resetScroll: false })
  }

  function chooseOnMap(state: MapState): void {
    choose(state)
    announce('live-polite', `${nameAndNumber(state)}, listed after the map`)
  }

  if (view === 'list')
    return (
      <div className={classes.list}>
        <MapList states={states} chosen={chosen} onChoose={choose} />
        {rest}
      </div>
    )
  return (
    <div className={classes.map}>
      <MapCard states={states} chosen={chosen} onChoose={chooseOnMap} />
      <div className={classes.side}>
        <StateGroups state={chosen} />
        {rest}
      </div>
    </div>
  )
}
