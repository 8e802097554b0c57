import { numberPlaces } from '#web/features/groups/map-numbers.ts'
import { stepOf } from '#web/features/groups/map-states.ts'
import type { MapState, Places } from '#web/features/groups/map-states.ts'
import classes from './map-shapes.module.css'

/** From the middle of a number to its corner, where it is one unit high: one figure, two figures. */
const reaches = [0.47, 0.7]
const nowhere = [0, 0, 0] as const

type MapMarksProps = {
  states: MapState[]
  places: Places
  /** How high a number is, in the map's own units. */
  figure: number
}

/** Over the shapes, since a neighbour that is drawn later would cover half of every line. */
export function MapMarks({ states, places: { chosen, focused, pointed }, figure }: MapMarksProps) {
  return (
    <g aria-hidden="true" className={classes.marks}>
      {pointed && <path d={pointed.d} className={classes.pointed} />}
      {chosen && <path d={chosen.d} className={classes.chosen} />}
      {focused && <path d={focused.d} className={classes.ringGround} />}
      {focused && <path d={focused.d} className={classes.ring} />}
      {states.map((state) => (
        <Figure key={state.code} state={state} height={figure} isChosen={state.code === chosen?.code} />
      ))}
    </g>
  )
}

type FigureProps = { state: MapState; height: number; isChosen: boolean }

function Figure({ state, height, isChosen }: FigureProps) {
  const [x, y, room] = numberPlaces[state.code] ?? nowhere
  const reach = reaches[String(state.groups.length).length - 1] ?? Infinity
  if (reach * height > room) return null
  return (
    <text
      x={x}
      y={y}
      fontSize={height}
      className={classes.figure}
      data-step={stepOf(state)}
      data-chosen={isChosen || undefined}
    >
      {state.groups.length}
    </text>
  )
}
