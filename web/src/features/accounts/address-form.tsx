import { Email } from '@rootsquare/contract/fields'
import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { troubleIn } from '#web/features/accounts/field-trouble.ts'
import { CallFailure } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './mail-request.module.css'

const emailTrouble = troubleIn(Email)

type AddressFormProps = {
  submitLabel: string
  address: string
  isBusy: boolean
  failure: Error | null
  onSubmit: (address: string) => void
}

export function AddressForm({ submitLabel, address, isBusy, failure, onSubmit }: AddressFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(address)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { email, emailAddress } = failure instanceof CallFailure ? failure.fields : {}

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const wrong = emailTrouble(typed)
    setTrouble(wrong)
    if (wrong === null) onSubmit(typed.trim())
    else field.current?.focus()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={typed}
        error={trouble ?? email ?? emailAddress}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setTrouble(null)
        }}
        onBlur={() => setTrouble(emailTrouble(typed))}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}
