import type { ComponentProps } from 'react'
import { StateAndLga } from '#web/entities/places/state-and-lga.tsx'
import type { AddressErrors, AddressField, AddressText } from '#web/lib/format/address-text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './state-and-lga.module.css'

type AddressFieldsProps = {
  value: AddressText
  /** Passes only the changed fields, because autofill changes several fields at once. */
  onChange: (change: Partial<AddressText>) => void
  errors: AddressErrors
  /** The ids are `${idPrefix}-cityCode` and so on. */
  idPrefix: string
  /** The section of the form for autofill. */
  section?: 'billing' | 'shipping'
}

export function AddressFields(props: AddressFieldsProps) {
  const field = fieldOf(props)
  const text = textFieldOf(props)
  return (
    <div className="stack content-top">
      <StateAndLga
        state={field('cityCode', 'address-level1')}
        lga={field('lgaCode', 'address-level2')}
        // The chosen LGA belonged to the previous state.
        onState={(cityCode) => props.onChange({ cityCode, lgaCode: '' })}
        onLga={(lgaCode) => props.onChange({ lgaCode })}
      />
      <div className={`${classes.pair} ${classes.street}`}>
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
