import { leaders, numberPlaces, shortNames } from '#web/features/groups/map/map-numbers.ts'
import { stepOf } from '#web/features/groups/map/map-states.ts'
import type { MapState, Places } from '#web/features/groups/map/map-states.ts'
import classes from './map-shapes.module.css'

/** From the middle of a number to its corner, where it is one unit high: one figure, two figures. */
const reaches = [0.47, 0.7]
const nowhere = [0, 0, 0] as const
/** A name beside the number: how high, and how wide a letter is, where a number is one unit high. */
const nameHeight = 0.85
const letterWidth = 0.58 * nameHeight
/** On a map of a phone's width, numbers without room would lie over each other. */
const largestFigure = 20

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
        <Label key={state.code} state={state} height={figure} isChosen={state.code === chosen?.code} />
      ))}
    </g>
  )
}

type LabelProps = { state: MapState; height: number; isChosen: boolean }

/** The number always, as far as a map this small can carry it; the name where there is room for both. */
function Label({ state, height, isChosen }: LabelProps) {
  const [x, y, room] = numberPlaces[state.code] ?? nowhere
  const name = shortNames[state.code] ?? state.name
  const isNamed = Math.hypot((name.length * letterWidth * height) / 2, height * 0.95) <= room
  const hasRoom = (reaches[String(state.groups.length).length - 1] ?? 1) * height <= room
  const leader = leaders[state.code]
  if (!hasRoom && height > largestFigure) return null
  if (!hasRoom && leader) return <Beside state={state} height={height} leader={leader} />
  const look = {
    className: classes.figure,
    'data-step': stepOf(state),
    'data-chosen': isChosen || undefined,
    'data-tight': !hasRoom || undefined,
  }
  return (
    <>
      {isNamed && (
        <text {...look} x={x} y={y - height * 0.5} fontSize={height * nameHeight} data-name>
          {name}
        </text>
      )}
      <text {...look} x={x} y={isNamed ? y + height * 0.5 : y} fontSize={height}>
        {state.groups.length}
      </text>
    </>
  )
}

type BesideProps = { state: MapState; height: number; leader: readonly [x: number, y: number] }

/** Off the coast, with a line to the state. */
function Beside({ state, height, leader: [x, y] }: BesideProps) {
  const [fromX, fromY] = numberPlaces[state.code] ?? nowhere
  return (
    <>
      <path d={`M${fromX},${fromY}L${x},${y - height * 0.6}`} className={classes.leader} />
      <text x={x} y={y} fontSize={height} className={classes.beside}>
        {state.groups.length}
      </text>
    </>
  )
}
