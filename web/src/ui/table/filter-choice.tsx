import { useId } from 'react'
import classes from './filter-choice.module.css'

type FilterChoiceProps = {
  label: string
  options: { value: string; name: string }[]
  value: string | undefined
  /** The label for no choice. */
  none?: string
  onChange: (value: string) => void
}

export function FilterChoice({ label, options, value, none = 'All', onChange }: FilterChoiceProps) {
  const id = useId()
  return (
    <div className={classes.choice} data-chosen={value !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {options.map(({ value: one, name }) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
