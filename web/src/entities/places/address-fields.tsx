import type { ChangeEvent, ReactNode } from 'react'
import { StateAndLga } from '#web/entities/places/state-and-lga.tsx'
import type { AddressField, AddressText } from '#web/lib/format/address-text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './state-and-lga.module.css'

type AddressFieldsProps = {
  /** Returns the props of a field. */
  field: (name: AddressField) => { name: string; value: string; error: ReactNode }
  /** Passes only the changed fields, because autofill changes several fields at once. */
  onChange: (change: Partial<AddressText>) => void
  /** The section of the form for autofill. */
  section?: 'billing' | 'shipping'
}

export function AddressFields({ field, onChange, section }: AddressFieldsProps) {
  const filled = (name: AddressField, token?: string) => ({
    ...field(name),
    autoComplete: token === undefined ? 'off' : [section, token].filter(Boolean).join(' '),
  })
  const text = (name: AddressField, token?: string) => ({
    ...filled(name, token),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <div className="stack content-top">
      <StateAndLga
        state={filled('cityCode', 'address-level1')}
        lga={filled('lgaCode', 'address-level2')}
        // The chosen LGA belonged to the previous state.
        onState={(cityCode) => onChange({ cityCode, lgaCode: '' })}
        onLga={(lgaCode) => onChange({ lgaCode })}
      />
      <div className={`${classes.pair} display-grid two-columns gap-m ${classes.street}`}>
        <TextField label="Street Number" {...text('streetNumber')} />
        <TextField label="Address Line 1" {...text('addressLine1', 'address-line1')} />
      </div>
      <TextField label="Address Line 2 (optional)" {...text('addressLine2', 'address-line2')} />
      <div className={`${classes.pair} display-grid two-columns gap-m`}>
        <TextField label="Postal code (optional)" {...text('postalCode', 'postal-code')} />
        <TextField label="Unit (optional)" {...text('unitNumber')} />
      </div>
      <TextField label="Phone (optional)" type="tel" inputMode="tel" {...text('phoneNumber', 'tel')} />
    </div>
  )
}
