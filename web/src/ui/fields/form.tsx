import type { ComponentProps } from 'react'
import type { FormState } from '#web/lib/forms/use-form.ts'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'

type FormProps = Omit<ComponentProps<'form'>, 'form' | 'onSubmit'> & {
  form: FormState
  /** Says that a draft was restored, and offers to discard it. */
  showsDraft?: boolean | undefined
}

/** Renders a form of `useForm`, and removes what snackbars say of an earlier attempt. */
export function Form({ form, className = 'stack', showsDraft, children, ...props }: FormProps) {
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
      {showsDraft && form.isRestored && <DraftStatus onDiscard={form.startOver} />}
      {children}
    </form>
  )
}
