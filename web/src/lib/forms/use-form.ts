import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'

/** `true` marks the field as invalid without a text. */
type FieldError = string | true | null | undefined
type FormErrors<Values> = { [Name in keyof Values]?: FieldError }

type Rules<Values> = { [Name in keyof Values]: (value: Values[Name], values: Values) => string | null }

type NamesOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never
}[keyof Values]

type FormOptions<Values> = {
  initialValues: Values
  validate: Rules<Values>
  onValuesChange?: (values: Values) => void
}

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>
type OnValid<Values> = (values: Values, event: SyntheticEvent) => void
type OnInvalid<Values> = (errors: FormErrors<Values>, event: SyntheticEvent) => void

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

/** Checks a field on blur and all fields on submit. A change removes the error of its field. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { validate } = options
  const { changed, latest, change, ...state } = useFormState(options)
  const { values, errors, setErrors, validateField } = state

  const fieldProps = (name: keyof Values) => ({
    name: String(name),
    error: errors[name],
    onBlur: () => {
      // Passing through an empty field is not a mistake yet.
      if (latest.current[name] || changed.current.has(name)) validateField(name)
    },
  })

  const getInputProps = (name: NamesOf<Values, string>) => ({
    ...fieldProps(name),
    value: String(values[name]),
    onChange: ({ currentTarget }: TextChange) => change(name, currentTarget.value),
  })

  const getCheckboxProps = (name: NamesOf<Values, boolean>) => ({
    ...fieldProps(name),
    checked: Boolean(values[name]),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(name, currentTarget.checked),
  })

  const onSubmit = (submit: OnValid<Values>, reject?: OnInvalid<Values>) => (event: SyntheticEvent) => {
    event.preventDefault()
    const found = errorsIn(latest.current, validate)
    setErrors(found)
    if (hasErrors(found)) reject?.(found, event)
    else submit(latest.current, event)
  }

  const isValid = () => !hasErrors(errorsIn(values, validate))
  return { ...state, isValid, getInputProps, getCheckboxProps, onSubmit }
}

function useFormState<Values extends object>(options: FormOptions<Values>) {
  const { initialValues, validate, onValuesChange } = options
  const [values, setState] = useState(initialValues)
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  // If two events come before the next render, the second must see what the first has changed.
  const latest = useRef(initialValues)
  const changed = useRef(new Set<keyof Values>())

  function save(next: Values): void {
    latest.current = next
    setState(next)
    onValuesChange?.(next)
  }

  function change(name: keyof Values, value: unknown): void {
    changed.current.add(name)
    setErrors((before) => ({ ...before, [name]: null }))
    save({ ...latest.current, [name]: value })
  }

  const setFieldValue = <Name extends keyof Values>(name: Name, value: Values[Name]) => change(name, value)

  /** Starts over without showing errors for what was typed before. */
  function setValues(next: Partial<Values>): void {
    changed.current.clear()
    setErrors({})
    save({ ...latest.current, ...next })
  }

  function validateField(name: keyof Values): void {
    const error = validate[name](latest.current[name], latest.current)
    setErrors((before) => ({ ...before, [name]: error }))
  }

  return { values, errors, latest, changed, setErrors, change, setFieldValue, setValues, validateField }
}

function errorsIn<Values extends object>(values: Values, rules: Rules<Values>): FormErrors<Values> {
  const found: FormErrors<Values> = {}
  for (const name in values) found[name] = rules[name](values[name], values)
  return found
}

function hasErrors(errors: object): boolean {
  return Object.values(errors).some(Boolean)
}
