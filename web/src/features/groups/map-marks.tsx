import { stepOf } from '#web/features/groups/map-states.ts'
import type { MapState, Places } from '#web/features/groups/map-states.ts'
import classes from './map-shapes.module.css'

/** From the middle of a number to its corner, where it is one unit high: one figure, two figures. */
const reaches = [0.47, 0.7]

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
      {states
        .filter((state) => hasRoom(state, figure))
        .map((state) => (
          <text
            key={state.code}
            x={state.cx}
            y={state.cy}
            fontSize={figure}
            className={classes.figure}
            data-step={stepOf(state)}
            data-chosen={state.code === chosen?.code || undefined}
          >
            {state.groups.length}
          </text>
        ))}
    </g>
  )
}

function hasRoom({ groups, room }: MapState, figure: number): boolean {
  const reach = reaches[String(groups.length).length - 1] ?? Infinity
  return reach * figure < room
}
