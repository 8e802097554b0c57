import { useId, type ReactNode } from 'react'
import classes from './field.module.css'

export type FieldTexts = {
  label?: ReactNode
  description?: ReactNode
  /** `true` marks the field as invalid without a text. */
  error?: ReactNode
  /** How long a text is and may be. Only a text area shows it. */
  count?: { length: number; max: number } | undefined
}

type FieldProps = FieldTexts & {
  id: string | undefined
  leftSection?: ReactNode
  rightSection?: ReactNode
  /** Renders the control with the props that connect it to its label, description and error. */
  children: (control: ControlProps) => ReactNode
}

type ControlProps = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function Field(props: FieldProps) {
  const { label, description, error, leftSection, rightSection, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const errorId = error && error !== true ? `${id}-error` : undefined
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div className={classes.root}>
      {label && (
        <label htmlFor={id} className={`${classes.label} ink text-s semibold`}>
          {label}
        </label>
      )}
      {description && (
        <p id={descriptionId} className={`${classes.description} muted text-s`}>
          {description}
        </p>
      )}
      <div className={`${classes.box} positioned`} data-right={rightSection && ''} data-wrong={error && ''}>
        {leftSection && <div className={`center-content ${classes.left}`}>{leftSection}</div>}
        {children({
          id,
          className: classes.input,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': [errorId, descriptionId].filter(Boolean).join(' ') || undefined,
        })}
        {rightSection && <div className={`center-content ${classes.right}`}>{rightSection}</div>}
      </div>
      {errorId && (
        <p id={errorId} className={`error-text ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  )
}
