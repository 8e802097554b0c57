import { useId, type ComponentProps, type ReactNode } from 'react'
import classes from './check-field.module.css'

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: ReactNode }

export function CheckField({ label, error, ...props }: CheckFieldProps) {
  const errorId = useId()
  return (
    <div className={classes.field}>
      <label className="flex-row gap-s muted align-top touch pad-y-s pressable">
        <input
          {...props}
          type="checkbox"
          className={`${classes.box} rigid pressable`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className={`error-text ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  )
}
