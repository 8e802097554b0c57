import type { Address } from '@rootsquare/contract/addresses'
import type { ReactNode } from 'react'
import { AddressFields } from '#web/entities/places/address-fields.tsx'
import { AddressChoice } from '#web/features/orders/checkout/address-choice.tsx'
import { addressFieldName, type AddressSide } from '#web/features/orders/checkout/checkout-draft.ts'
import type { CheckoutFormState } from '#web/features/orders/checkout/use-checkout-form.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './checkout-form.module.css'

type CheckoutFormProps = {
  form: CheckoutFormState
  saved: Address[]
}

/** The submit button is not here, but in the summary. */
export function CheckoutForm({ form, saved }: CheckoutFormProps) {
  const side = (which: AddressSide) => <SideChoice side={which} form={form} saved={saved} />
  return (
    <DraftForm form={form} className={`stack ${classes.form}`}>
      <FormSection name="Contact">
        <TextField
          name="phone"
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={form.shown.phone}
          error={form.errors.phone}
          onChange={(event) => form.set({ phone: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection name="Billing">{side('billing')}</FormSection>
      <FormSection name="Shipping">
        <Switch
          label="Use billing address for shipping"
          description={
            form.shown.isSame
              ? 'Turn this off to have it delivered somewhere else.'
              : 'It will be delivered to the address below.'
          }
          isOn={form.shown.isSame}
          onChange={(isSame) => form.set({ isSame })}
        />
        {!form.shown.isSame && side('shipping')}
      </FormSection>
    </DraftForm>
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
  return (
    <AddressChoice
      side={side}
      choice={choice}
      saved={saved}
      error={form.errors[side]}
      onChoose={(change) => form.choose(side, change)}
      fields={
        <AddressFields
          field={(name) => ({
            name: addressFieldName(side, name),
            value: choice.fresh[name],
            error: form.errors[addressFieldName(side, name)],
          })}
          section={side}
          onChange={(change) => form.changeAddress(side, change)}
        />
      }
    />
  )
}
