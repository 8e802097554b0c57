import type { ComponentProps } from 'react'
import { StoreError } from '#web/ui/feedback/store-error.tsx'
import { Form } from '#web/ui/fields/form.tsx'

/** A form whose draft is stored, and which says where that fails. */
export function DraftForm({ children, ...props }: ComponentProps<typeof Form>) {
  return (
    <Form {...props}>
      {children}
      <StoreError />
    </Form>
  )
}
