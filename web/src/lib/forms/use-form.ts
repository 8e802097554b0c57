import { useId, useRef, type ChangeEvent } from 'react'
import { focusFirstField } from '#web/lib/forms/focus-field.ts'
import { countOf, useFieldErrors, type Checks } from '#web/lib/forms/use-field-errors.ts'
import { hasErrors, useSending, type Sending } from '#web/lib/forms/use-sending.ts'
import { useValues, type Draft } from '#web/lib/forms/use-values.ts'

type FormOptions<Values, Reply, Stored> = Checks<Values> &
  Sending<Values, Reply> & {
    initial: Values
    /** Stores the values that it has. The others, such as a password, are never stored. */
    draft?: Draft<Stored>
  }

/** What `<Form>` needs of a form. */
export type FormState = Pick<
  ReturnType<typeof useForm<object, unknown>>,
  'props' | 'isPending' | 'isRestored' | 'startOver'
>

/**
 * Checks what is typed, a field when it is left and all of them when the form is sent. The first field with an error gets the
 * focus, and a change of a field removes its error. Neither a failure nor sending loses what was typed before or meanwhile.
 */
export function useForm<Values extends object, Reply, Stored extends Partial<Values> = Values>(
  options: FormOptions<Values, Reply, Stored>,
) {
  const form = useRef<HTMLFormElement>(null)
  const store = useValues(options.initial, options.draft)
  const shown = useFieldErrors(form, store, options)
  const { onSubmit, ...sending } = useSending(options, { store, shown })

  function change(part: object): void {
    store.change(part)
    for (const name of Object.keys(part)) shown.clearError(name)
  }

  function startOver(): void {
    store.startOver()
    shown.showErrors({})
    focusFirstField(form.current)
  }

  return {
    props: { id: useId(), ref: form, noValidate: true, onSubmit },
    values: store.values,
    errors: shown.errors,
    ...sending,
    isRestored: options.draft?.isRestored ?? false,
    isValid: () => !hasErrors(shown.errorsIn(store.values)),
    checkField: (name: keyof Values & string) => shown.checkField(name),
    clearError: shown.clearError,
    set: (part: Partial<Values>) => change(part),
    startOver,
    ...fieldProps({ values: store.values, limits: options.limits, shown, change }),
  }
}

type NamesOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never
}[keyof Values] &
  string

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

type Fields<Values extends object> = {
  values: Values
  limits: Checks<Values>['limits']
  shown: Pick<ReturnType<typeof useFieldErrors<Values>>, 'errors' | 'onLeave'>
  change: (part: object) => void
}

function fieldProps<Values extends object>({ values, limits, shown, change }: Fields<Values>) {
  const propsOf = (name: keyof Values & string) => ({
    name,
    error: shown.errors[name],
    onBlur: () => shown.onLeave(name),
  })
  return {
    /** The props of a field for text. */
    field: (name: NamesOf<Values, string>) => ({
      ...propsOf(name),
      value: String(values[name]),
      count: countOf(values[name], limits?.[name]),
      onChange: ({ currentTarget }: TextChange) => change({ [name]: currentTarget.value }),
    }),
    checkbox: (name: NamesOf<Values, boolean>) => ({
      ...propsOf(name),
      checked: Boolean(values[name]),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: currentTarget.checked }),
    }),
    /** The props of a field that passes its value itself. */
    choice: <Name extends keyof Values & string>(name: Name) => ({
      ...propsOf(name),
      value: values[name],
      onChange: (value: Values[Name]) => change({ [name]: value }),
    }),
  }
}
