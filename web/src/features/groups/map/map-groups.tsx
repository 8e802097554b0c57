import type { Group } from '@rootsquare/contract/groups'
import { brand } from '@rootsquare/contract/product'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import classes from './map.module.css'

export function StateGroups({ state }: { state: MapState | undefined }) {
  if (state === undefined)
    return (
      <section className="card">
        <EmptyMessage text="The groups of the state you choose will stand here." />
      </section>
    )
  return (
    <section className="card" aria-labelledby="state-groups">
      <div className={['row wrap between', classes.stateHead].join(' ')}>
        <h2 id="state-groups" className="breakable">
          {state.name}
        </h2>
        <p className="muted">{quantityText(state.groups.length, 'group')}</p>
      </div>
      <GroupRows groups={state.groups} label={`Groups in ${state.name}`} />
    </section>
  )
}

export function GroupRows({ groups, label }: { groups: Group[]; label: string }) {
  if (groups.length === 0)
    return <p className={['muted', classes.none].join(' ')}>No group of this state is here yet.</p>
  return (
    <ul aria-label={label} className={classes.groups}>
      {groups.map((group) => (
        <li key={group.id}>
          <GroupRow group={group} />
        </li>
      ))}
    </ul>
  )
}

export function GroupsWithoutState({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return null
  return (
    <section className="card" aria-labelledby="without-state">
      <h2 id="without-state" className={classes.also}>
        Also on {brand}: {quantityText(groups.length, 'group')} without a state on the map
      </h2>
      <GroupRows groups={groups} label="Groups without a state on the map" />
    </section>
  )
}
