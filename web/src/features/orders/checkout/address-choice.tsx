import { addressLine } from '@rootsquare/contract/lib/address-format'
import type { Address } from '@rootsquare/contract/addresses'
import { useEffect, useState, type ReactNode } from 'react'
import type { AddressSide, CompleteChoice } from '#web/features/orders/checkout/checkout-draft.ts'
import type { ChoiceChange } from '#web/features/orders/checkout/use-checkout-form.ts'
import { envelopeText } from '#web/lib/format/address-text.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './address-choice.module.css'

type AddressChoiceProps = {
  side: AddressSide
  choice: CompleteChoice
  saved: Address[]
  error: ReactNode
  onChoose: (change: ChoiceChange) => void
  /** The fields of a new address, which are shown if the buyer chooses one. */
  fields: ReactNode
}

const legends = { billing: 'Billing address', shipping: 'Shipping address' } as const

export function AddressChoice({ side, choice, saved, error, onChoose, fields }: AddressChoiceProps) {
  const isNew = choice.way === 'new'
  const [isChanging, setChanging] = useState(false)
  const chosen = saved.find(({ id }) => id === choice.savedId)
  // The pressed button was removed, so the focus moves to the choice.
  useEffect(() => {
    if (isChanging) focusChoice(side)
  }, [isChanging, side])
  const isFolded = !isNew && !isChanging && !error && chosen !== undefined
  if (isFolded) return <ChosenAddress side={side} address={chosen} onChange={() => setChanging(true)} />
  return (
    <div className="stack gap-s" data-field={isNew ? side : undefined}>
      {saved.length > 0 && (
        <fieldset className={classes.kinds}>
          <legend className="sr-only">{legends[side]}</legend>
          <Card name={`${side}-way`} isChosen={!isNew} onChoose={() => onChoose({ way: 'saved' })}>
            Saved address
          </Card>
          <Card name={`${side}-way`} isChosen={isNew} onChoose={() => onChoose({ way: 'new' })}>
            New address
          </Card>
        </fieldset>
      )}
      {isNew ? fields : <Saved {...{ side, choice, saved, error, onChoose }} />}
      {isNew && <ChoiceError side={side} text={error} />}
    </div>
  )
}

type ChosenAddressProps = { side: AddressSide; address: Address; onChange: () => void }

/** Shows a line such as '12 Ogui Road, Enugu North, Enugu · Change'. */
function ChosenAddress({ side, address, onChange }: ChosenAddressProps) {
  return (
    <p className="breakable">
      {addressLine(address)} <span aria-hidden="true">·</span>{' '}
      <button type="button" className="plain-control text-link touch semibold" onClick={onChange}>
        Change<span className="sr-only"> the {legends[side].toLowerCase()}</span>
      </button>
    </p>
  )
}

type ChoiceErrorProps = { side: AddressSide; text: ReactNode }

function ChoiceError({ side, text }: ChoiceErrorProps) {
  if (!text) return null
  return (
    <p id={errorId(side)} className="error-text" role="alert">
      {text}
    </p>
  )
}

const savedGroupId = (side: AddressSide) => `checkout-${side}-saved`
const errorId = (side: AddressSide) => `${savedGroupId(side)}-error`

type SavedProps = Omit<AddressChoiceProps, 'fields'>

function Saved({ side, choice, saved, error, onChoose }: SavedProps) {
  return (
    <fieldset
      id={savedGroupId(side)}
      data-field={side}
      className={classes.saved}
      aria-describedby={error ? errorId(side) : undefined}
    >
      <legend className="sr-only">{legends[side]}, saved</legend>
      <ListRows of={saved} rowKey={({ id }) => id} as="div">
        {(address) => (
          <Card
            name={`${side}-saved`}
            isChosen={address.id === choice.savedId}
            onChoose={() => onChoose({ savedId: address.id })}
          >
            <AddressLines address={address} />
          </Card>
        )}
      </ListRows>
      <ChoiceError side={side} text={error} />
    </fieldset>
  )
}

function AddressLines({ address }: { address: Address }) {
  const [street, ...rest] = envelopeText(address).split('\n')
  return (
    <>
      <span>{street}</span>
      <span className="text-s regular">{rest.join(', ')}</span>
    </>
  )
}

type CardProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Card({ name, isChosen, onChoose, children }: CardProps) {
  return (
    <label
      className={`flex-row gap-s ${classes.card} hover-mark min-height-52 pad-xs-s outlined radius-m pressable`}
      data-chosen={isChosen || undefined}
    >
      <input type="radio" name={`checkout-${name}`} checked={isChosen} onChange={onChoose} />
      <span className="strong breakable display-grid">{children}</span>
    </label>
  )
}

function focusChoice(side: AddressSide): void {
  const group = document.getElementById(savedGroupId(side))
  const first = group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector('input')
  first?.focus()
}
