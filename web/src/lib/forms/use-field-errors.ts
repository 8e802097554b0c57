import { useRef, useState, type RefObject } from 'react'
import type { z } from 'zod'
import { flushSync } from 'react-dom'
import { focusFirstError } from '#web/lib/forms/focus-field.ts'
import type { useValues } from '#web/lib/forms/use-values.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

/** `true` marks the field as invalid without a text. */
export type FieldErrors<Name extends string = string> = {
  [Field in Name]?: string | boolean | null | undefined
}

/**
 * `lengthOf` is for texts that the server does not count as they are typed, `missing` the error of a text that was there and
 * cannot be removed.
 */
type Limit = { max: number; lengthOf?: (text: string) => number; missing?: string }

type Rule<Value, Values> = z.ZodType | ((value: Value, values: Values) => FieldErrors[string])

export type Checks<Values> = {
  /** A schema of the contract, or a function that returns the error of a field. */
  rules?: { [Name in keyof Values]?: Rule<Values[Name], Values> }
  /** Returns the errors that need more than one rule for each field. */
  check?: (values: Values) => FieldErrors
  /** Their errors are shown while somebody types, because typing more cannot fix a text that is too long. */
  limits?: Partial<Record<string, Limit>>
}

type Store<Values extends object> = Pick<
  ReturnType<typeof useValues<Values, Values>>,
  'values' | 'latest' | 'filled'
>

export function useFieldErrors<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  { values, latest, filled }: Store<Values>,
  checks: Checks<Values>,
) {
  const [found, setFound] = useState<FieldErrors>({})
  /** The errors of the server at fields that have not changed since. */
  const rejected = useRef<FieldErrors>({})
  const errorsIn = (typed: Values) => allErrorsIn(typed, checks)

  /** Focuses the first of these errors. Returns whether any of them has a field. */
  function showErrors(next: FieldErrors, ofServer: FieldErrors = {}): boolean {
    rejected.current = { ...ofServer }
    // A field may appear, or be enabled again, only with this rendering.
    flushSync(() => setFound(next))
    return focusFirstError(form.current, next)
  }

  const setError = (name: string, error: FieldErrors[string]) =>
    setFound((before) => ({ ...before, [name]: error }))

  const checkField = (name: string) =>
    setError(name, errorsIn(latest.current)[name] || rejected.current[name])

  function clearError(name: string): void {
    delete rejected.current[name]
    setError(name, null)
  }

  function onLeave(name: keyof Values & string): void {
    // Passing through an empty field is not a mistake yet.
    if (latest.current[name] || filled.current.has(name)) checkField(name)
  }

  const errors: FieldErrors = { ...found, ...limitErrorsIn(values, checks.limits) }
  return { errors, errorsIn, showErrors, clearError, checkField, onLeave }
}

export function countOf(
  text: unknown,
  limit: Limit | undefined,
): { length: number; max: number } | undefined {
  if (limit === undefined || typeof text !== 'string') return undefined
  return { length: (limit.lengthOf ?? lengthOf)(text), max: limit.max }
}

function allErrorsIn<Values extends object>(
  values: Values,
  { rules = {}, check, limits }: Checks<Values>,
): FieldErrors {
  return { ...wrongIn(values, rules), ...check?.(values), ...limitErrorsIn(values, limits) }
}

function wrongIn<Values extends object>(
  values: Values,
  rules: NonNullable<Checks<Values>['rules']>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const name in rules) {
    const rule = rules[name]
    const value = values[name]
    if (typeof rule === 'function') errors[name] = rule(value, values)
    else errors[name] = rule?.safeParse(value).error?.issues[0]?.message
  }
  return errors
}

function limitErrorsIn(values: object, limits: Partial<Record<string, Limit>> = {}): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, value] of Object.entries(values)) {
    const count = countOf(value, limits[name])
    if (count !== undefined && count.length > count.max) errors[name] = tooLongText(count.max)
    if (count?.length === 0 && limits[name]?.missing) errors[name] = limits[name].missing
  }
  return errors
}
