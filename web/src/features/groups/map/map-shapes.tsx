import { useRef, type KeyboardEvent } from 'react'
import { useMapKeys } from '#web/features/groups/map/map-keys.ts'
import { mapBox, nameAndNumber, shadeOf } from '#web/features/groups/map/map-states.ts'
import type { MapState, MapHighlights } from '#web/features/groups/map/map-states.ts'
import { useElementWidth } from '#web/lib/browser/use-element-width.ts'
import { offshorePositions, shortStateNames } from '#web/features/groups/map/state-positions.ts'
import classes from './map.module.css'

/** Numbers have this height in screen pixels at every width of the map. */
const numberPx = 13

/** In a listbox a screen reader leaves the arrow keys to the page. */
const listProps = { viewBox: mapBox.viewBox, role: 'listbox', 'aria-label': 'States of Nigeria' }

type MapShapesProps = {
  states: MapState[]
  highlights: MapHighlights
  describedBy: string
  onChoose: (state: MapState) => void
  /** Is called with the code of a state, or without one when the pointer leaves it. */
  onPoint: (code?: string) => void
  onFocus: (code?: string) => void
}

/** Draws the states as the options of a listbox, where Tab stops only once. */
export function MapShapes({ states, highlights, describedBy, onChoose, ...on }: MapShapesProps) {
  const { ref, width } = useElementWidth()
  const svg = useRef<SVGSVGElement>(null)
  const { chosen, focused } = highlights
  const stop = focused ?? chosen ?? states[0]
  const focus = ({ code }: MapState) => svg.current?.querySelector<SVGElement>(`[data-code=${code}]`)?.focus()
  const go = useMapKeys({ states, stop, onGo: focus, onChoose })

  /** Clears the pointed state, because a resting pointer must not hide the state that the keys have reached. */
  function onKeyDown(event: KeyboardEvent): void {
    on.onPoint()
    go(event)
  }

  return (
    <div ref={ref} className={classes.frame}>
      <svg ref={svg} {...listProps} aria-describedby={describedBy}>
        <Patterns />
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

/** Where the system chooses the colours, patterns take the place of the shades, in the legend too. */
const patterns = ['M5 5h.1', 'M0 10L10 0', 'M0 10L10 0M0 0L10 10', 'M0 2.5h10M0 7.5h10']

function Patterns() {
  return (
    <defs>
      {patterns.map((d, step) => (
        <pattern key={d} id={`map-step-${step + 1}`} width="10" height="10" patternUnits="userSpaceOnUse">
          <path d={d} className={classes.pattern} />
        </pattern>
      ))}
    </defs>
  )
}

function shapeProps(state: MapState) {
  return {
    d: state.d,
    className: classes.state,
    'data-code': state.code,
    'data-step': shadeOf(state),
    role: 'option',
    'aria-label': nameAndNumber(state),
  }
}

/** The distance from the middle of a number to its corner relative to its height, for one digit and for two. */
const reaches = [0.47, 0.7]
/** The height of a name, and the width of one letter, relative to the height of a number. */
const nameHeight = 0.85
const letterWidth = 0.58 * nameHeight
/** Limits the height of numbers, because on a phone they would overlap. */
const largestNumber = 20

type MapMarksProps = {
  states: MapState[]
  highlights: MapHighlights
  /** The height of a number in units of the map. */
  numberHeight: number
}

/** Draws outlines and labels after the shapes, which would otherwise cover half of each line. */
function MapMarks({ states, highlights: { chosen, focused, pointed }, numberHeight }: MapMarksProps) {
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

/** Shows the number of a state, and its name if there is room for both. */
function Label({ state, height, isChosen }: LabelProps) {
  const { x, y, room } = state
  const name = shortStateNames[state.code] ?? state.name
  const isNamed = Math.hypot((name.length * letterWidth * height) / 2, height * 0.95) <= room
  const hasRoom = (reaches[String(state.groups.length).length - 1] ?? 1) * height <= room
  const leader = offshorePositions[state.code]
  if (!hasRoom && height > largestNumber) return null
  if (!hasRoom && leader) return <OutsideNumber state={state} height={height} leader={leader} />
  const textProps = {
    className: classes.number,
    'data-step': shadeOf(state),
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
  return (
    <>
      <path d={`M${state.x},${state.y}L${x},${y - height * 0.6}`} />
      <text x={x} y={y} fontSize={height}>
        {state.groups.length}
      </text>
    </>
  )
}
