import type { StateOrLga } from '@rootsquare/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { allStates } from '#web/entities/groups/states.ts'
import { lgasOf } from '#web/features/addresses/api.ts'
import type { AddressErrors, AddressField, AddressText } from '#web/lib/format/address-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './address-fields.module.css'

type AddressFieldsProps = {
  value: AddressText
  /** Passes only the changed fields, because autofill changes several fields at once. */
  onChange: (change: Partial<AddressText>) => void
  errors: AddressErrors
  /** The ids are `${idPrefix}-cityCode` and so on. */
  idPrefix: string
  /** For autofill. */
  section?: 'billing' | 'shipping'
}

const column = ['stack', classes.column].join(' ')

export function AddressFields(props: AddressFieldsProps) {
  const text = textFieldOf(props)
  return (
    <div className={column}>
      <StateAndLga {...props} />
      <div className={classes.street}>
        <TextField label="Street Number" {...text('streetNumber')} />
        <TextField label="Address Line 1" {...text('addressLine1', 'address-line1')} />
      </div>
      <TextField label="Address Line 2 (optional)" {...text('addressLine2', 'address-line2')} />
      <div className={classes.pair}>
        <TextField label="Postal code (optional)" {...text('postalCode', 'postal-code')} />
        <TextField label="Unit (optional)" {...text('unitNumber')} />
      </div>
      <TextField label="Phone (optional)" type="tel" inputMode="tel" {...text('phoneNumber', 'tel')} />
    </div>
  )
}

function fieldOf({ idPrefix, section, value, errors }: AddressFieldsProps) {
  return (field: AddressField, token?: string) => ({
    id: `${idPrefix}-${field}`,
    name: `${idPrefix}-${field}`,
    value: value[field],
    error: errors[field],
    autoComplete: token === undefined ? 'off' : [section, token].filter(Boolean).join(' '),
  })
}

function textFieldOf(props: AddressFieldsProps) {
  const field = fieldOf(props)
  return (name: AddressField, token?: string): ComponentProps<typeof TextField> => ({
    ...field(name, token),
    onChange: (event) => props.onChange({ [name]: event.currentTarget.value }),
  })
}

function StateAndLga(props: AddressFieldsProps) {
  const { value, onChange } = props
  const states = useQuery(allStates())
  const lgas = useQuery(lgasOf(value.cityCode))
  const field = fieldOf(props)
  return (
    <div className={classes.pair}>
      <div className={column}>
        <SelectField
          label="State"
          {...field('cityCode', 'address-level1')}
          // The chosen LGA belongs to the previous state.
          onChange={(event) => onChange({ cityCode: event.currentTarget.value, lgaCode: '' })}
        >
          <Options
            places={states.data}
            chosen={value.cityCode}
            empty={states.isLoading ? 'Loading the states…' : 'Choose a state'}
          />
        </SelectField>
        {states.isLoadingError && <PlacesError places={states} name="the states" id={field('cityCode').id} />}
      </div>
      <div className={column}>
        <SelectField
          label="LGA"
          {...field('lgaCode', 'address-level2')}
          onChange={(event) => onChange({ lgaCode: event.currentTarget.value })}
        >
          <Options
            places={lgas.data}
            chosen={value.lgaCode}
            empty={lgaPlaceholder(value.cityCode, lgas.isLoading)}
          />
        </SelectField>
        <output className="sr-only">{lgas.isLoading && 'Loading the LGAs'}</output>
        {lgas.isLoadingError && <PlacesError places={lgas} name="the LGAs" id={field('lgaCode').id} />}
      </div>
    </div>
  )
}

function lgaPlaceholder(cityCode: string, isLoading: boolean): string {
  if (cityCode === '') return 'Choose a state first'
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
    <div className={['row wrap between', classes.failed].join(' ')} role="alert">
      <p>{errorText(places.error)}</p>
      <Button variant="outline" aria-label={`Retry ${name}`} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
