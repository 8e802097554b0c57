import type { ReactNode } from 'react'
import classes from './switch.module.css'

type SwitchProps = {
  label: string
  description: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** The whole row can be tapped. The knob moves and has a mark, so that the state does not depend on colour. */
export function Switch({ label, description, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex-row between gap-m touch pressable">
      <span className="display-grid shrinkable">
        <span className="strong">{label}</span>
        <span className="text-xs muted">{description}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        className={classes.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
