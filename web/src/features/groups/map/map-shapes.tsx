import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useMapKeys } from '#web/features/groups/map/map-keys.ts'
import { MapMarks } from '#web/features/groups/map/map-marks.tsx'
import { mapBox, nameAndNumber, stepOf } from '#web/features/groups/map/map-states.ts'
import type { MapState, Places } from '#web/features/groups/map/map-states.ts'
import { useElementWidth } from '#web/lib/browser/use-element-width.ts'
import classes from './map-shapes.module.css'

/** In pixels of the screen, however wide the map is. */
const figurePx = 13

/** A list of options, as a screen reader knows it: it then leaves the arrow keys to the map. */
const listProps = { viewBox: mapBox.viewBox, role: 'listbox', 'aria-label': 'States of Nigeria' }

type MapShapesProps = {
  states: MapState[]
  places: Places
  describedBy: string
  onChoose: (state: MapState) => void
  /** With the code of the state, or with nothing once it is left. */
  onPoint: (code?: string) => void
  onFocus: (code?: string) => void
}

/** One stop for Tab, as a list of options is. */
export function MapShapes({ states, places, describedBy, onChoose, ...on }: MapShapesProps) {
  const { ref, width } = useElementWidth()
  const svg = useRef<SVGSVGElement>(null)
  const { chosen, focused } = places
  const stop = focused ?? chosen ?? states[0]
  const focus = ({ code }: MapState) => svg.current?.querySelector<SVGElement>(`[data-code=${code}]`)?.focus()
  const go = useMapKeys({ states, stop, onGo: focus, onChoose })

  /** Whoever goes on by keys has done with the pointer, wherever it rests. */
  function onKeyDown(event: KeyboardEvent): void {
    on.onPoint()
    go(event)
  }

  return (
    <div ref={ref} className={classes.frame}>
      <svg ref={svg} {...listProps} aria-describedby={describedBy}>
        {states.map((state) => (
          <path
            {...shapeProps(state)}
            key={state.code}
            aria-selected={state.code === chosen?.code}
            tabIndex={state === stop ? 0 : -1}
            onClick={() => onChoose(state)}
            onKeyDown={onKeyDown}
            onFocus={() => on.onFocus(state.code)}
            onBlur={() => on.onFocus()}
            onPointerEnter={() => on.onPoint(state.code)}
            onPointerLeave={() => on.onPoint()}
          />
        ))}
        <MapMarks states={states} places={places} figure={(figurePx * mapBox.width) / width} />
      </svg>
    </div>
  )
}

function shapeProps(state: MapState) {
  return {
    d: state.d,
    className: classes.state,
    'data-code': state.code,
    'data-step': stepOf(state),
    role: 'option',
    'aria-label': nameAndNumber(state),
  }
}
