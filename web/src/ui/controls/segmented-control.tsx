import type { Monitor } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './segmented-control.module.css'

type Option<Value> = { value: Value; name: string; icon?: typeof Monitor }
type SegmentedControlProps<Value> = {
  label: string
  hasVisibleLabel?: boolean
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Offers a few choices as radio buttons in one bar. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, hasVisibleLabel = false, options, value, onChange } = props
  const group = useId()
  return (
    <fieldset>
      <legend className={hasVisibleLabel ? `text-xs muted ${classes.legend}` : 'sr-only'}>{label}</legend>
      <div className={`${classes.options} display-grid gap-2xs full-radius on-tint`}>
        {options.map(({ value: one, name, icon }) => (
          <label
            key={one}
            className={`flex-row gap-xs ${classes.option}`}
            data-chosen={one === value || undefined}
            data-icon={icon && ''}
          >
            <input
              type="radio"
              name={group}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
              className={`${classes.input} full-width pressable`}
            />
            {icon && <Icon of={icon} />}
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
