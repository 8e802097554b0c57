import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { allStates } from '#web/entities/groups/states.ts'
import { counted } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './state-choice.module.css'

type StateChoiceProps = {
  chosen: string[]
  trouble: string | undefined
  isBusy: boolean
  onChange: (codes: string[]) => void
}

/** Any number of the 37; those chosen are named above the list, whatever is searched for. */
export function StateChoice({ chosen, trouble, isBusy, onChange }: StateChoiceProps) {
  const states = useQuery(allStates())
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  const all = states.data ?? []
  const found = all.filter(({ name }) => name.toLowerCase().includes(sought))
  const names = all.filter(({ code }) => chosen.includes(code)).map(({ name }) => name)

  function turn(code: string, isOn: boolean): void {
    onChange(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))
  }

  return (
    <fieldset className={classes.choice} disabled={isBusy}>
      <legend>States</legend>
      <p className={classes.chosen}>
        {names.length === 0 ? 'None chosen. You may leave it so.' : names.join(', ')}
      </p>
      {states.isError && (
        <StatesTrouble text={errorText(states.error)} onRetry={() => void states.refetch()} />
      )}
      {states.isPending && <output className={classes.words}>Loading the states…</output>}
      {states.isSuccess && (
        <>
          <TextField
            label="Search states"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={holdEnter}
          />
          <div className={classes.list}>
            {found.map(({ code, name }) => (
              <CheckField
                key={code}
                label={name}
                checked={chosen.includes(code)}
                onChange={(event) => turn(code, event.currentTarget.checked)}
              />
            ))}
            {found.length === 0 && <p className={classes.words}>No such state</p>}
          </div>
          <output className="sr-only">{sought === '' ? '' : counted(found.length, 'state')}</output>
        </>
      )}
      {trouble !== undefined && (
        <p className={classes.trouble} role="alert">
          {trouble}
        </p>
      )}
    </fieldset>
  )
}

/** Enter in a search does not send the form around it. */
function holdEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

function StatesTrouble({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
