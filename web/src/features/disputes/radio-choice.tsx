import { useId } from 'react'
import classes from './radio-choice.module.css'

type RadioChoiceProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  labels: Record<Value, string>
  chosen: Value | null
  error: string | null
  onChoose: (value: Value) => void
}

export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, values, labels, chosen, error, onChoose } = props
  const name = useId()
  return (
    <fieldset className={`grid start ${classes.choices}`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className="row">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {labels[value]}
        </label>
      ))}
      {error !== null && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
