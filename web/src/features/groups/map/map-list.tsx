import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef } from 'react'
import { GroupRows } from '#web/features/groups/map/map-groups.tsx'
import type { MapState } from '#web/features/groups/map/map-states.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './map.module.css'

type MapListProps = {
  states: MapState[]
  chosen: MapState | undefined
  onChoose: (state: MapState | undefined) => void
}

export function MapList({ states, chosen, onChoose }: MapListProps) {
  const list = useRef<HTMLUListElement>(null)
  // A link may lead to a state far down the list.
  useEffect(() => {
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <ul ref={list} className="card" aria-label="States of Nigeria">
      {states.map((state) => {
        const isOpen = state.code === chosen?.code
        return (
          <li key={state.code} className={classes.item} data-open={isOpen || undefined}>
            <StateRow state={state} isOpen={isOpen} onToggle={() => onChoose(isOpen ? undefined : state)} />
          </li>
        )
      })}
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
          className={['row gap-12 plain', classes.opener].join(' ')}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={onToggle}
        >
          <span className="grow breakable strong">{state.name}</span>
          <span className={['rigid muted', classes.count].join(' ')}>
            {quantityText(state.groups.length, 'group')}
          </span>
          <ChevronDown size={20} strokeWidth={1.9} aria-hidden="true" />
        </button>
      </h2>
      <div id={content}>
        {isOpen && <GroupRows groups={state.groups} label={`Groups in ${state.name}`} />}
      </div>
    </>
  )
}
