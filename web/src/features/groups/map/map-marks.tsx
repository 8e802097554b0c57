import { leaders, numberPositions, shortNames } from '#web/features/groups/map/map-numbers.ts'
import { stepOf } from '#web/features/groups/map/map-states.ts'
import type { MapState, MapHighlights } from '#web/features/groups/map/map-states.ts'
import classes from './map.module.css'

/** From the middle of a number to its corner, relative to its height: for one digit and for two. */
const reaches = [0.47, 0.7]
const nowhere = [0, 0, 0] as const
/** The height of a name, and the width of one letter, relative to the height of a number. */
const nameHeight = 0.85
const letterWidth = 0.58 * nameHeight
/** On a phone, numbers without room would overlap. */
const largestNumber = 20

type MapMarksProps = {
  states: MapState[]
  highlights: MapHighlights
  /** The height of a number in units of the map. */
  numberHeight: number
}

/** Drawn after the shapes, which would otherwise cover half of each line. */
export function MapMarks({ states, highlights: { chosen, focused, pointed }, numberHeight }: MapMarksProps) {
  return (
    <g aria-hidden="true" className={classes.marks}>
      {pointed && <path d={pointed.d} className={classes.pointed} />}
      {chosen && <path d={chosen.d} className={classes.chosen} />}
      {focused && <path d={focused.d} className={classes.ringGround} />}
      {focused && <path d={focused.d} className={classes.ring} />}
      {states.map((state) => (
        <Label key={state.code} state={state} height={numberHeight} isChosen={state.code === chosen?.code} />
      ))}
    </g>
  )
}

type LabelProps = { state: MapState; height: number; isChosen: boolean }

/** The name is shown only where there is room for it and the number. */
function Label({ state, height, isChosen }: LabelProps) {
  const [x, y, room] = numberPositions[state.code] ?? nowhere
  const name = shortNames[state.code] ?? state.name
  const isNamed = Math.hypot((name.length * letterWidth * height) / 2, height * 0.95) <= room
  const hasRoom = (reaches[String(state.groups.length).length - 1] ?? 1) * height <= room
  const leader = leaders[state.code]
  if (!hasRoom && height > largestNumber) return null
  if (!hasRoom && leader) return <OutsideNumber state={state} height={height} leader={leader} />
  const textProps = {
    className: classes.number,
    'data-step': stepOf(state),
    'data-chosen': isChosen || undefined,
    'data-tight': !hasRoom || undefined,
  }
  return (
    <>
      {isNamed && (
        <text {...textProps} x={x} y={y - height * 0.5} fontSize={height * nameHeight} data-name>
          {name}
        </text>
      )}
      <text {...textProps} x={x} y={isNamed ? y + height * 0.5 : y} fontSize={height}>
        {state.groups.length}
      </text>
    </>
  )
}

type OutsideNumberProps = { state: MapState; height: number; leader: readonly [x: number, y: number] }

function OutsideNumber({ state, height, leader: [x, y] }: OutsideNumberProps) {
  const [fromX, fromY] = numberPositions[state.code] ?? nowhere
  return (
    <>
      <path d={`M${fromX},${fromY}L${x},${y - height * 0.6}`} />
      <text x={x} y={y} fontSize={height}>
        {state.groups.length}
      </text>
    </>
  )
}
