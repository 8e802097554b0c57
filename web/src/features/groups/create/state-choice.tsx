import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { allStates } from '#web/entities/places/states.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './create-group.module.css'

type StateChoiceProps = {
  chosen: string[]
  error: ReactNode
  isBusy: boolean
  onChange: (codes: string[]) => void
}

/** Lists the chosen states above the search, because a search may hide them in the list below. */
export function StateChoice({ chosen, error, isBusy, onChange }: StateChoiceProps) {
  const states = useQuery(allStates())
  const [typed, setTyped] = useState('')
  const searchText = typed.trim().toLowerCase()
  const all = states.data ?? []
  const found = all.filter(({ name }) => name.toLowerCase().includes(searchText))
  const names = all.filter(({ code }) => chosen.includes(code)).map(({ name }) => name)

  function toggle(code: string, isOn: boolean): void {
    onChange(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))
  }

  return (
    <fieldset className={`stack gap-xs ${classes.fields}`} disabled={isBusy}>
      <legend>States</legend>
      <p className="muted">
        {names.length === 0 ? 'None chosen. You can leave this empty.' : names.join(', ')}
      </p>
      {states.isError && (
        <div className="stack gap-xs justify-start" role="alert">
          <p>{errorText(states.error)}</p>
          <Button variant="outline" onClick={() => void states.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {states.isPending && <output className={`muted ${classes.status}`}>Loading the states…</output>}
      {states.isSuccess && (
        <>
          <TextField
            label="Search states"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={preventSubmit}
          />
          <div className={classes.states}>
            {found.map(({ code, name }) => (
              <CheckField
                key={code}
                label={name}
                checked={chosen.includes(code)}
                onChange={(event) => toggle(code, event.currentTarget.checked)}
              />
            ))}
            {found.length === 0 && <p className={`muted ${classes.status}`}>No such state</p>}
          </div>
          <output className="sr-only">{searchText === '' ? '' : quantityText(found.length, 'state')}</output>
        </>
      )}
      <ErrorText text={error} />
    </fieldset>
  )
}

/** Prevents Enter in the search from submitting the form around it. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

export function ErrorText({ text }: { text: ReactNode }) {
  if (!text) return null
  return (
    <p className="error-text" role="alert">
      {text}
    </p>
  )
}
