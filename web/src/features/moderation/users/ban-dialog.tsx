import { useState } from 'react'
import { useBan } from '#web/features/moderation/users/suspension-api.ts'
import type { LockOutProps } from '#web/features/moderation/users/suspension-api.ts'
import { LockOutForm } from '#web/features/moderation/users/suspension-form.tsx'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const blank = 'Please provide a reason for banning'
const words = { done: 'User has been banned', failed: 'Failed to ban user' }

/** There is no way back, so the name is asked for: whoever took the wrong row notices here. */
export function BanDialog({ user, onStanding, onDone, onClose }: LockOutProps) {
  const { userId, username } = user
  const ban = useBan({ user, onStanding })
  const reason = useReason({ what: 'ban', userId, blank })
  const [typed, setTyped] = useState('')
  const [isTold, setTold] = useState(false)
  const isSame = isSameName(typed, username)
  return (
    <LockOutForm
      title={`Ban @${username}?`}
      button={{ name: 'Ban', look: 'danger', isOff: !isSame }}
      reason={reason}
      deed={ban}
      words={words}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        A ban cannot be undone. They never come in again, and are told why. Nobody sees what they have posted.
        All open reports on them count as addressed, and whoever reported is told.
      </p>
      <ReasonText label="Reason" reason={reason} />
      <TextField
        label={`Type ${username} to confirm`}
        name="confirm"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        error={isTold && !isSame && `That is not ${username}.`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTold(typed !== '')}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || isSame) return
          // With its button off, the form does not go out.
          setTold(true)
          reason.tell()
        }}
      />
    </LockOutForm>
  )
}

/** With or without the @ that stands before names on every screen; case makes no other name of it. */
function isSameName(typed: string, username: string): boolean {
  return typed.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()
}
