import type { Address } from '@rootsquare/contract/addresses'
import type { ReactNode } from 'react'
import type { SettledChoice, Side, SideErrors } from '#web/features/orders/checkout-draft.ts'
import { addressText } from '#web/features/orders/order-parts.tsx'
import { savedGroupId } from '#web/features/orders/use-checkout-form.ts'
import type { ChoiceChange } from '#web/features/orders/use-checkout-form.ts'
import classes from './address-choice.module.css'

type AddressChoiceProps = {
  side: Side
  choice: SettledChoice
  saved: Address[]
  errors: SideErrors
  onChoose: (change: ChoiceChange) => void
  /** Of a new address. */
  fields: ReactNode
}

const legends = { billing: 'Billing address', shipping: 'Shipping address' } as const

export function AddressChoice({ side, choice, saved, errors, onChoose, fields }: AddressChoiceProps) {
  const isNew = choice.way === 'new'
  return (
    <div className={classes.choice}>
      {saved.length > 0 && (
        <fieldset className={classes.ways}>
          <legend className="sr-only">{legends[side]}</legend>
          <Card name={`${side}-way`} isChosen={!isNew} onChoose={() => onChoose({ way: 'saved' })}>
            Saved address
          </Card>
          <Card name={`${side}-way`} isChosen={isNew} onChoose={() => onChoose({ way: 'new' })}>
            New address
          </Card>
        </fieldset>
      )}
      {isNew ? fields : <Saved {...{ side, choice, saved, onChoose }} />}
      {errors.choice !== undefined && (
        <p className={classes.error} role="alert">
          {errors.choice}
        </p>
      )}
    </div>
  )
}

type SavedProps = Pick<AddressChoiceProps, 'side' | 'choice' | 'saved' | 'onChoose'>

function Saved({ side, choice, saved, onChoose }: SavedProps) {
  return (
    <fieldset id={savedGroupId(side)} className={classes.saved}>
      <legend className="sr-only">{legends[side]}, saved</legend>
      {saved.map((address) => (
        <Card
          key={address.id}
          name={`${side}-saved`}
          isChosen={address.id === choice.savedId}
          onChoose={() => onChoose({ savedId: address.id })}
        >
          <AddressLines address={address} />
        </Card>
      ))}
    </fieldset>
  )
}

function AddressLines({ address }: { address: Address }) {
  const [street, ...rest] = addressText(address).split('\n')
  return (
    <>
      <span className={classes.street}>{street}</span>
      <span className={classes.rest}>{rest.join(', ')}</span>
    </>
  )
}

type CardProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Card({ name, isChosen, onChoose, children }: CardProps) {
  return (
    <label className={classes.card}>
      <input type="radio" name={`checkout-${name}`} checked={isChosen} onChange={onChoose} />
      <span className={classes.words}>{children}</span>
    </label>
  )
}
