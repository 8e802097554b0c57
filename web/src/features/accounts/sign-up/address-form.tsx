import { Email } from '@rootsquare/contract/fields'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { CallError } from '#web/lib/net/call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const emailError = fieldErrorIn(Email)

type AddressFormProps = {
  submitLabel: string
  address: string
  isBusy: boolean
  failure: Error | null
  /** When it replaces what had the focus. */
  isFocused?: boolean
  onTyped?: ((address: string) => void) | undefined
  onSubmit: (address: string) => void
}

export function AddressForm(props: AddressFormProps) {
  const { submitLabel, address, isBusy, failure, isFocused = false, onTyped, onSubmit } = props
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(address)
  /** Undefined until something is typed or sent. */
  const [error, setError] = useState<string | null>()
  const { email, emailAddress } = failure instanceof CallError ? failure.fields : {}

  useEffect(() => {
    if (isFocused) field.current?.select()
  }, [isFocused])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = emailError(typed)
    setError(found)
    if (found === null) onSubmit(typed.trim())
    else field.current?.focus()
  }

  function checkOnLeave(): void {
    if (typed !== '' || error !== undefined) setError(emailError(typed))
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={typed}
        error={error ?? email ?? emailAddress}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onTyped?.(event.currentTarget.value)
          setError(null)
        }}
        onBlur={checkOnLeave}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}
