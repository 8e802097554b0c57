import { useState } from 'react'
import { useBan, type LockOutProps } from '#web/features/moderation/users/lock-out-api.ts'
import { LockOutForm } from '#web/features/moderation/users/lock-out-form.tsx'
import { ReasonField, useReason } from '#web/features/moderation/reason-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const blank = 'Please provide a reason for banning'
const messages = { done: 'User has been banned', failed: 'Failed to ban user' }

/** A ban cannot be undone, so the name is asked for: a wrong row is noticed here. */
export function BanDialog({ user, onDone, onClose }: LockOutProps) {
  const { userId, username } = user
  const ban = useBan(userId)
  const reason = useReason({ what: 'ban', userId, blank })
  const [typed, setTyped] = useState('')
  const [isErrorShown, setErrorShown] = useState(false)
  const isSame = isSameName(typed, username)
  return (
    <LockOutForm
      title={`Ban @${username}?`}
      button={{ name: 'Ban', variant: 'danger', isOff: !isSame }}
      reason={reason}
      mutation={ban}
      messages={messages}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        A ban cannot be undone. They never come in again, and are told why. Nobody sees what they have posted.
        All open reports on them count as addressed, and whoever reported is told.
      </p>
      <ReasonField label="Reason" reason={reason} />
      <TextField
        label={`Type ${username} to confirm`}
        name="confirm"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        error={isErrorShown && !isSame && `That is not ${username}.`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setErrorShown(typed !== '')}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || isSame) return
          // A form with a disabled button is not submitted, so nothing else would say why.
          setErrorShown(true)
          reason.showError()
        }}
      />
    </LockOutForm>
  )
}

/** Case does not matter, nor does the @ that every screen shows before names. */
function isSameName(typed: string, username: string): boolean {
  return typed.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()
}
