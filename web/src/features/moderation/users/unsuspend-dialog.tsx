import { useUnsuspend } from '#web/features/moderation/users/lock-out-api.ts'
import type { LockOutProps } from '#web/features/moderation/users/lock-out-api.ts'
import { LockOutForm } from '#web/features/moderation/users/lock-out-form.tsx'
import { ReasonField, useReason } from '#web/features/moderation/reason-field.tsx'
import { unexpected } from '#web/features/moderation/error-with-hint.ts'

const blank = 'Please provide a reason for unsuspending.'
const messages = { done: 'User unsuspended successfully', failed: unexpected }

export function UnsuspendDialog({ user, onDone, onClose }: LockOutProps) {
  const unsuspend = useUnsuspend(user.userId)
  const reason = useReason({ what: 'unsuspend', userId: user.userId, blank })
  return (
    <LockOutForm
      title={`Unsuspend @${user.username}?`}
      button={{ name: 'Unsuspend' }}
      reason={reason}
      mutation={unsuspend}
      messages={messages}
      onDone={onDone}
      onClose={onClose}
    >
      <p>They can come in again at once, and are told your reason.</p>
      <ReasonField label="Reason for Unsuspending" reason={reason} />
    </LockOutForm>
  )
}
