import { deliveryMethods, type DeliveryMethod } from '@rootsquare/contract/trade/market'
import { freeRaiseNaira, maxFeeNaira, nairaText } from '@rootsquare/contract/lib/money'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { deliveryLines } from '#web/entities/items/delivery-text.ts'
import { StateAndLga } from '#web/entities/places/state-and-lga.tsx'
import { useStateNames } from '#web/entities/places/states.ts'
import { deliveryIn, type DeliveryText } from '#web/features/market/publish/ad-draft.ts'
import type { AdErrors } from '#web/features/market/publish/ad-errors.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './ad-delivery.module.css'

type AdDeliveryProps = {
  value: DeliveryText
  errors: AdErrors
  isBusy: boolean
  onChange: (delivery: DeliveryText) => void
}

/** The fields are collapsed below a one-line summary, because most sellers choose once and never change it. */
export function AdDelivery(props: AdDeliveryProps) {
  const { value, errors, isBusy } = props
  const change = (part: Partial<DeliveryText>) => props.onChange({ ...value, ...part })
  return (
    <details className={classes.fold}>
      <summary className={`flex-row between gap-s ${classes.summary}`}>
        <span>
          <span className={`semibold ${classes.title}`}>Delivery</span>
          <Summary value={value} />
        </span>
        <Icon of={ChevronDown} />
      </summary>
      <div className={`stack ${classes.fields}`}>
        <div data-field="stateCode lgaCode">
          <StateAndLga
            state={{ value: value.stateCode, error: errors.stateCode, disabled: isBusy }}
            lga={{ value: value.lgaCode, error: errors.lgaCode, disabled: isBusy }}
            onState={(stateCode) => change({ stateCode, lgaCode: '' })}
            onLga={(lgaCode) => change({ lgaCode })}
          />
        </div>
        <Methods {...props} onChange={change} />
        {value.methods.includes('DELIVERY') && <Fees {...props} onChange={change} />}
      </div>
    </details>
  )
}

function Summary({ value }: { value: DeliveryText }) {
  const [state] = useStateNames(value.stateCode === '' ? [] : [value.stateCode])
  const texts = deliveryLines(deliveryIn(value), state).map(({ text }) => text)
  return <span className="text-s muted">{texts.join(' · ')}</span>
}

type PartProps = Omit<AdDeliveryProps, 'onChange'> & { onChange: (part: Partial<DeliveryText>) => void }

const methodLabels = { PICKUP: 'Buyers can pick it up', DELIVERY: 'I deliver it' }

function Methods({ value, errors, isBusy, onChange }: PartProps) {
  const isOn = (method: DeliveryMethod) => value.methods.includes(method)

  function toggle(changed: DeliveryMethod): void {
    onChange({ methods: deliveryMethods.filter((one) => (one === changed ? !isOn(one) : isOn(one))) })
  }

  return (
    <fieldset data-field="methods" disabled={isBusy}>
      <legend className="sr-only">How it is handed over</legend>
      {deliveryMethods.map((method) => (
        <CheckField
          key={method}
          label={methodLabels[method]}
          checked={isOn(method)}
          onChange={() => toggle(method)}
        />
      ))}
      {errors.methods !== undefined && (
        <p className="error-text" role="alert">
          {errors.methods}
        </p>
      )}
    </fieldset>
  )
}

const feeFields = [
  { name: 'feeSameState', label: 'Fee within the state' },
  { name: 'feeOtherState', label: 'Fee to other states' },
] as const

function Fees({ value, errors, isBusy, onChange }: PartProps) {
  return (
    <div className={classes.fees}>
      {feeFields.map(({ name, label }) => (
        <NairaField
          key={name}
          label={label}
          name={name}
          value={value[name]}
          error={errors[name]}
          isBusy={isBusy}
          onChange={(fee) => onChange({ [name]: fee })}
        />
      ))}
      <p className={`text-s muted ${classes.hint}`}>
        Leave a fee empty if delivery is included. A fee is at most {nairaText(maxFeeNaira)}, or the price if
        that is higher. If you raise it by over {nairaText(freeRaiseNaira)} or by over half after an admin has
        approved the item, the item is looked at again.
      </p>
    </div>
  )
}
