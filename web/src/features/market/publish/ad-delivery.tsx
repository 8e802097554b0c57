import { deliveryMethods, type DeliveryMethod } from '@rootsquare/contract/trade/market'
import { freeRaiseNaira, maxFeeNaira, nairaText } from '@rootsquare/contract/lib/money'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { deliveryLines } from '#web/entities/items/delivery-text.ts'
import { StateAndLga } from '#web/entities/places/state-and-lga.tsx'
import { useStateNames } from '#web/entities/places/states.ts'
import { deliveryIn, type Ad } from '#web/features/market/publish/ad-draft.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import type { AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './ad-delivery.module.css'

type AdDeliveryProps = { form: AdForm }

/** The fields are collapsed below a one-line summary, because most sellers choose once and never change it. */
export function AdDelivery({ form }: AdDeliveryProps) {
  const disabled = form.isPending
  return (
    <details className={`${classes.fold} bordered radius-m`}>
      <summary className={`flex-row between gap-s ${classes.summary} pad-xs-s radius-m pressable`}>
        <span>
          <span className="semibold text-s">Delivery</span>
          <Summary ad={form.values} />
        </span>
        <Icon of={ChevronDown} />
      </summary>
      <div className={`stack ${classes.fields}`}>
        <StateAndLga
          state={{ ...form.field('stateCode'), disabled }}
          lga={{ ...form.field('lgaCode'), disabled }}
          onState={(stateCode) => form.set({ stateCode, lgaCode: '' })}
          onLga={(lgaCode) => form.set({ lgaCode })}
        />
        <Methods {...form.choice('methods')} isBusy={disabled} />
        {form.values.methods.includes('DELIVERY') && <Fees form={form} />}
      </div>
    </details>
  )
}

function Summary({ ad }: { ad: Ad }) {
  const [state] = useStateNames(ad.stateCode === '' ? [] : [ad.stateCode])
  const texts = deliveryLines(deliveryIn(ad), state).map(({ text }) => text)
  return <span className="text-s muted">{texts.join(' · ')}</span>
}

const methodLabels = { PICKUP: 'Buyers can pick it up', DELIVERY: 'I deliver it' }

type MethodsProps = {
  value: DeliveryMethod[]
  error: ReactNode
  isBusy: boolean
  onChange: (methods: DeliveryMethod[]) => void
}

function Methods({ value, error, isBusy, onChange }: MethodsProps) {
  const isOn = (method: DeliveryMethod) => value.includes(method)

  function toggle(changed: DeliveryMethod): void {
    onChange(deliveryMethods.filter((one) => (one === changed ? !isOn(one) : isOn(one))))
  }

  return (
    <fieldset data-field="methods" disabled={isBusy}>
      <legend className="sr-only">How buyers get it</legend>
      {deliveryMethods.map((method) => (
        <CheckField
          key={method}
          label={methodLabels[method]}
          checked={isOn(method)}
          onChange={() => toggle(method)}
        />
      ))}
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const feeFields = [
  { name: 'feeSameState', label: 'Fee within the state' },
  { name: 'feeOtherState', label: 'Fee to other states' },
] as const

function Fees({ form }: AdDeliveryProps) {
  return (
    <div className={`${classes.fees} display-grid two-columns gap-m`}>
      {feeFields.map(({ name, label }) => (
        <NairaField key={name} label={label} isBusy={form.isPending} {...form.choice(name)} />
      ))}
      <p className={`text-s muted ${classes.hint}`}>
        Leave a fee empty if delivery is included. A fee is at most {nairaText(maxFeeNaira)}, or the price if
        that is higher. If you raise it by over {nairaText(freeRaiseNaira)} or by over half after an admin has
        approved the item, the item is looked at again.
      </p>
    </div>
  )
}
