import { useId, useState } from 'react'
import { MapShapes } from '#web/features/groups/map/map-shapes.tsx'
import { shades, type MapState } from '#web/features/groups/map/map-states.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './map.module.css'

type MapCardProps = {
  states: MapState[]
  chosen: MapState | undefined
  onChoose: (state: MapState) => void
}

export function MapCard({ states, chosen, onChoose }: MapCardProps) {
  const [pointedCode, setPointed] = useState<string>()
  const [focusedCode, setFocused] = useState<string>()
  const pointed = states.find(({ code }) => code === pointedCode)
  const focused = states.find(({ code }) => code === focusedCode)
  const hint = useId()
  return (
    <section className={`card-box stack gap-s ${classes.card}`} aria-label="Map">
      <Readout state={pointed ?? focused ?? chosen} />
      <MapShapes
        states={states}
        highlights={{ pointed, focused, chosen }}
        describedBy={hint}
        onChoose={onChoose}
        onPoint={setPointed}
        onFocus={setFocused}
      />
      <Legend states={states} />
      <p id={hint} className={`text-xs muted ${classes.hint}`}>
        On a keyboard, the arrow keys go from state to state, Enter chooses.
      </p>
    </section>
  )
}

/** Is above the map so that it never covers a state. Screen readers get the same text from the state itself. */
function Readout({ state }: { state: MapState | undefined }) {
  return (
    <p className={`muted ${classes.readout}`} aria-hidden="true">
      {state === undefined ? (
        'Choose a state to see its groups.'
      ) : (
        <>
          <strong>{state.name}</strong> {quantityText(state.groups.length, 'group')}
        </>
      )}
    </p>
  )
}

function Legend({ states }: { states: MapState[] }) {
  const isAnyEmpty = states.some(({ groups }) => groups.length === 0)
  return (
    <ul className={`flex-row wrap text-xs muted ${classes.legend}`} aria-label="Legend">
      {shades.map(({ from, text }, step) =>
        from === 0 && !isAnyEmpty ? null : (
          <li key={from} className="flex-row">
            <svg className={`rigid ${classes.key}`} data-step={step} aria-hidden="true">
              <rect width="100%" height="100%" />
            </svg>
            {text}
          </li>
        ),
      )}
    </ul>
  )
}

export function MapSkeleton() {
  return (
    <div className={`card-box stack gap-s ${classes.card}`}>
      <output className="sr-only">Loading the map</output>
      <p className={classes.readout} />
      <div className={`ghost-box ${classes.frame} ${classes.ghost}`} aria-hidden="true" />
    </div>
  )
}
