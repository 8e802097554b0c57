import type { UseFormInput } from '@mantine/form'

type Enhance<Values> = NonNullable<UseFormInput<Values>['enhanceGetInputProps']>
type Payload<Values> = Parameters<Enhance<Values>>[0]

/** For `enhanceGetInputProps`: who only passes through an empty field has not got it wrong yet. */
export function showErrorsOnceTyped<Values>({ inputProps, field, form }: Payload<Values>) {
  const isFilled = typeof inputProps.value === 'string' && inputProps.value !== ''
  return {
    onBlur: () => {
      if (isFilled || String(field) in form.getDirty()) void form.validateField(field)
    },
  }
}
