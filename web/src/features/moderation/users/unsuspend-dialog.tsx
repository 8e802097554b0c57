import { useUnsuspend } from '#web/features/moderation/users/suspension-api.ts'
import type { LockOutProps } from '#web/features/moderation/users/suspension-api.ts'
import { LockOutForm } from '#web/features/moderation/users/suspension-form.tsx'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { unexpected } from '#web/features/moderation/moderation-error.ts'

const blank = 'Please provide a reason for unsuspending.'
const words = { done: 'User unsuspended successfully', failed: unexpected }

export function UnsuspendDialog({ user, onStanding, onDone, onClose }: LockOutProps) {
  const unsuspend = useUnsuspend({ user, onStanding })
  const reason = useReason({ what: 'unsuspend', userId: user.userId, blank })
  return (
    <LockOutForm
      title={`Unsuspend @${user.username}?`}
      button={{ name: 'Unsuspend' }}
      reason={reason}
      deed={unsuspend}
      words={words}
      onDone={onDone}
      onClose={onClose}
    >
      <p>They can come in again at once, and are told your reason.</p>
      <ReasonText label="Reason for Unsuspending" reason={reason} />
    </LockOutForm>
  )
}
