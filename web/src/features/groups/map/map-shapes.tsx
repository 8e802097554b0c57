import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useMapKeys } from '#web/features/groups/map/map-keys.ts'
import { MapMarks } from '#web/features/groups/map/map-marks.tsx'
import { mapBox, nameAndNumber, stepOf } from '#web/features/groups/map/map-states.ts'
import type { MapState, MapHighlights } from '#web/features/groups/map/map-states.ts'
import { useElementWidth } from '#web/lib/browser/use-element-width.ts'
import classes from './map.module.css'

/** In pixels of the screen, whatever the width of the map. */
const numberPx = 13

/** In a listbox a screen reader leaves the arrow keys to the page. */
const listProps = { viewBox: mapBox.viewBox, role: 'listbox', 'aria-label': 'States of Nigeria' }

type MapShapesProps = {
  states: MapState[]
  highlights: MapHighlights
  describedBy: string
  onChoose: (state: MapState) => void
  /** With the code of the state, or without one when it is left. */
  onPoint: (code?: string) => void
  onFocus: (code?: string) => void
}

/** Tab stops once on the map, as on any listbox. */
export function MapShapes({ states, highlights, describedBy, onChoose, ...on }: MapShapesProps) {
  const { ref, width } = useElementWidth()
  const svg = useRef<SVGSVGElement>(null)
  const { chosen, focused } = highlights
  const stop = focused ?? chosen ?? states[0]
  const focus = ({ code }: MapState) => svg.current?.querySelector<SVGElement>(`[data-code=${code}]`)?.focus()
  const go = useMapKeys({ states, stop, onGo: focus, onChoose })

  /** The state under a resting pointer must not hide the one that the keys have reached. */
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
        <MapMarks states={states} highlights={highlights} numberHeight={(numberPx * mapBox.width) / width} />
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
