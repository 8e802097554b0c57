import type { Group } from '@rootsquare/contract/groups'
import { brand } from '@rootsquare/contract/product'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef } from 'react'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './map.module.css'

export function StateGroups({ state }: { state: MapState | undefined }) {
  if (state === undefined) return <EmptyCard text="Choose a state to see its groups here." />
  return (
    <section className="card-box" aria-labelledby="state-groups">
      <div className={`flex-row wrap between ${classes.stateHead}`}>
        <h2 id="state-groups" className="breakable">
          {state.name}
        </h2>
        <p className="muted">{quantityText(state.groups.length, 'group')}</p>
      </div>
      <GroupRows groups={state.groups} label={`Groups in ${state.name}`} />
    </section>
  )
}

function GroupRows({ groups, label }: { groups: Group[]; label: string }) {
  if (groups.length === 0)
    return <p className={`muted ${classes.none}`}>No group of this state is here yet.</p>
  return (
    <ul aria-label={label} className={classes.groups}>
      <ListRows of={groups} rowKey={({ id }) => id}>
        {(group) => (
          <li>
            <GroupRow group={group} />
          </li>
        )}
      </ListRows>
    </ul>
  )
}

export function GroupsWithoutState({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return null
  return (
    <section className="card-box" aria-labelledby="without-state">
      <h2 id="without-state" className={classes.also}>
        Also on {brand}: {quantityText(groups.length, 'group')} without a state on the map
      </h2>
      <GroupRows groups={groups} label="Groups without a state on the map" />
    </section>
  )
}

type MapListProps = {
  states: MapState[]
  chosen: MapState | undefined
  onChoose: (state: MapState | undefined) => void
}

export function MapList({ states, chosen, onChoose }: MapListProps) {
  const list = useRef<HTMLUListElement>(null)
  // A link may point to a state far down the list.
  useEffect(() => {
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <ul ref={list} className="card-box" aria-label="States of Nigeria">
      <ListRows of={states} rowKey={({ code }) => code}>
        {(state) => {
          const isOpen = state.code === chosen?.code
          return (
            <li className={`divided ${classes.item}`} data-open={isOpen || undefined}>
              <StateRow state={state} isOpen={isOpen} onToggle={() => onChoose(isOpen ? undefined : state)} />
            </li>
          )
        }}
      </ListRows>
    </ul>
  )
}

type StateRowProps = { state: MapState; isOpen: boolean; onToggle: () => void }

function StateRow({ state, isOpen, onToggle }: StateRowProps) {
  const content = useId()
  return (
    <>
      <h2>
        <button
          type="button"
          className={`flex-row gap-s plain-control hover-mark inner-ring full-width ${classes.opener} min-height-52 pad-xs-m`}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={onToggle}
        >
          <span className="grow breakable strong">{state.name}</span>
          <span className="rigid muted regular">{quantityText(state.groups.length, 'group')}</span>
          <Icon of={ChevronDown} />
        </button>
      </h2>
      <div id={content}>
        {isOpen && <GroupRows groups={state.groups} label={`Groups in ${state.name}`} />}
      </div>
    </>
  )
}
