import type { Address } from '@rootsquare/contract/addresses'
import type { ComponentType, ReactNode, SubmitEvent } from 'react'
import { AddressChoice } from '#web/features/orders/checkout/address-choice.tsx'
import type { Side } from '#web/features/orders/checkout/checkout-draft.ts'
import { phoneId, prefixOf } from '#web/features/orders/checkout/use-checkout-form.ts'
import type { CheckoutForm as Form } from '#web/features/orders/checkout/use-checkout-form.ts'
import type { AddressErrors, AddressText } from '#web/lib/format/address-text.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './checkout-form.module.css'

type FieldsProps = {
  value: AddressText
  onChange: (change: Partial<AddressText>) => void
  errors: AddressErrors
  idPrefix: string
  section: Side
}

type CheckoutFormProps = {
  id: string
  form: Form
  saved: Address[]
  /** The fields of a new address. */
  Fields: ComponentType<FieldsProps>
  onSubmit: (event: SubmitEvent) => void
}

/** The submit button is in the summary. */
export function CheckoutForm({ id, form, saved, Fields, onSubmit }: CheckoutFormProps) {
  const side = (which: Side) => <Choice side={which} {...{ form, saved, Fields }} />
  return (
    <form id={id} className={`stack ${classes.form}`} noValidate onSubmit={onSubmit}>
      <Panel name="Contact">
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
      </Panel>
      <Panel name="Billing">{side('billing')}</Panel>
      <Panel name="Shipping">
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
      </Panel>
    </form>
  )
}

function Panel({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={`card stack gap-14 ${classes.panel}`} aria-labelledby={`checkout-${name}`}>
      <h2 id={`checkout-${name}`} className="title">
        {name}
      </h2>
      {children}
    </section>
  )
}

type ChoiceProps = Pick<CheckoutFormProps, 'form' | 'saved' | 'Fields'> & { side: Side }

function Choice({ side, form, saved, Fields }: ChoiceProps) {
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
        <Fields
          value={choice.fresh}
          errors={errors.fields}
          idPrefix={prefixOf(side)}
          section={side}
          onChange={(change) => form.changeAddress(side, change)}
        />
      }
    />
  )
}
