import type { ComponentProps } from 'react'
import type { FormState } from '#web/lib/forms/use-form.ts'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'

type FormProps = Omit<ComponentProps<'form'>, 'form' | 'onSubmit'> & {
  form: FormState
}

/** Renders a form of `useForm`, and removes what snackbars say of an earlier attempt. */
export function Form({ form, className = 'stack', children, ...props }: FormProps) {
  return (
    <form
      {...props}
      {...form.props}
      className={className}
      onSubmit={(event) => {
        if (!form.isPending) clearSnackbars()
        form.props.onSubmit(event)
      }}
    >
      {children}
    </form>
  )
}
