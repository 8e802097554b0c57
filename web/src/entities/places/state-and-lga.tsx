import type { StateOrLga } from '@rootsquare/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentProps } from 'react'
import { allStates, lgasOf } from '#web/entities/places/states.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import classes from './state-and-lga.module.css'

type Select = Omit<ComponentProps<typeof SelectField>, 'label' | 'onChange'> & { value: string }
type StateAndLgaProps = {
  state: Select
  lga: Select
  /** A new state needs a new LGA. */
  onState: (code: string) => void
  onLga: (code: string) => void
}

export function StateAndLga({ state, lga, onState, onLga }: StateAndLgaProps) {
  const id = useId()
  const states = useQuery(allStates())
  const lgas = useQuery(lgasOf(state.value))
  return (
    <div className={`${classes.pair} display-grid two-columns gap-m`}>
      <div className="stack content-top">
        <SelectField
          label="State"
          {...state}
          id={`${id}-state`}
          onChange={(event) => onState(event.currentTarget.value)}
        >
          <Options
            places={states.data}
            chosen={state.value}
            empty={states.isLoading ? 'Loading the states…' : 'Choose a state'}
          />
        </SelectField>
        {states.isLoadingError && <PlacesError places={states} name="the states" id={`${id}-state`} />}
      </div>
      <div className="stack content-top">
        <SelectField
          label="LGA"
          {...lga}
          id={`${id}-lga`}
          onChange={(event) => onLga(event.currentTarget.value)}
        >
          <Options
            places={lgas.data}
            chosen={lga.value}
            empty={lgaPlaceholder(state.value, lgas.isLoading)}
          />
        </SelectField>
        <output className="sr-only">{lgas.isLoading && 'Loading the LGAs'}</output>
        {lgas.isLoadingError && <PlacesError places={lgas} name="the LGAs" id={`${id}-lga`} />}
      </div>
    </div>
  )
}

function lgaPlaceholder(stateCode: string, isLoading: boolean): string {
  if (stateCode === '') return 'Choose a state first'
  return isLoading ? 'Loading the LGAs…' : 'Choose an LGA'
}

type OptionsProps = { places: StateOrLga[] | undefined; chosen: string; empty: string }

/** A chosen code stays selected while the names are loading. */
function Options({ places = [], chosen, empty }: OptionsProps) {
  const isUnknown = chosen !== '' && !places.some(({ code }) => code === chosen)
  return (
    <>
      <option value="">{empty}</option>
      {isUnknown && <option value={chosen}>…</option>}
      {places.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}

type PlacesErrorProps = {
  places: { error: Error | null; refetch: () => unknown }
  name: string
  id: string
}

function PlacesError({ places, name, id }: PlacesErrorProps) {
  function retry(): void {
    // The button disappears, so the focus moves to the field.
    document.getElementById(id)?.focus()
    places.refetch()
  }

  return (
    <div className={`flex-row wrap between ${classes.failed} pad-xs-s radius-s text-s`} role="alert">
      <p>{errorText(places.error)}</p>
      <Button variant="outline" aria-label={`Retry ${name}`} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
