import type { Address } from '@rootsquare/contract/addresses'
import type { ReactNode, SubmitEvent } from 'react'
import { AddressFields } from '#web/entities/places/address-fields.tsx'
import { AddressChoice } from '#web/features/orders/checkout/address-choice.tsx'
import type { AddressSide } from '#web/features/orders/checkout/checkout-draft.ts'
import { phoneId, prefixOf } from '#web/features/orders/checkout/use-checkout-form.ts'
import type { CheckoutFormState } from '#web/features/orders/checkout/use-checkout-form.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './checkout-form.module.css'

type CheckoutFormProps = {
  id: string
  form: CheckoutFormState
  saved: Address[]
  onSubmit: (event: SubmitEvent) => void
}

/** The submit button is not here, but in the summary. */
export function CheckoutForm({ id, form, saved, onSubmit }: CheckoutFormProps) {
  const side = (which: AddressSide) => <SideChoice side={which} form={form} saved={saved} />
  return (
    <form id={id} className={`stack ${classes.form}`} noValidate onSubmit={onSubmit}>
      <FormSection name="Contact">
        <TextField
          id={phoneId}
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={form.shown.phone}
          error={form.errors.phone}
          onChange={(event) => form.changePhone(event.currentTarget.value)}
        />
      </FormSection>
      <FormSection name="Billing">{side('billing')}</FormSection>
      <FormSection name="Shipping">
        <Switch
          label="Use billing address for shipping"
          description={
            form.shown.isSame
              ? 'Turn it off to have it brought somewhere else.'
              : 'It is brought to the address below.'
          }
          isOn={form.shown.isSame}
          onChange={form.setSame}
        />
        {!form.shown.isSame && side('shipping')}
      </FormSection>
    </form>
  )
}

function FormSection({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={`card-box stack gap-s ${classes.panel} padded`} aria-labelledby={`checkout-${name}`}>
      <h2 id={`checkout-${name}`} className="text-l bold">
        {name}
      </h2>
      {children}
    </section>
  )
}

type SideChoiceProps = Pick<CheckoutFormProps, 'form' | 'saved'> & { side: AddressSide }

function SideChoice({ side, form, saved }: SideChoiceProps) {
  const choice = form.shown[side]
  const errors = form.errors[side]
  return (
    <AddressChoice
      side={side}
      choice={choice}
      saved={saved}
      errors={errors}
      onChoose={(change) => form.choose(side, change)}
      fields={
        <AddressFields
          field={(name) => ({
            name: `${prefixOf(side)}-${name}`,
            value: choice.fresh[name],
            error: errors.fields[name],
          })}
          section={side}
          onChange={(change) => form.changeAddress(side, change)}
        />
      }
    />
  )
}
