import type { ReactNode } from 'react'
import classes from './radio-choice.module.css'

type RadioChoiceProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  labels: Record<Value, string>
  name: string
  value: Value | null
  error: ReactNode
  onChange: (value: Value) => void
}

export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, values, labels, name, value: chosen, error, onChange } = props
  return (
    <fieldset className={`display-grid justify-start ${classes.choices}`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className="flex-row">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          {labels[value]}
        </label>
      ))}
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
