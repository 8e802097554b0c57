import { suspensionDays } from '@rootsquare/contract/moderation'
import { useId } from 'react'
import { unexpectedErrorText } from '#web/features/moderation/moderation-labels.ts'
import { LockOutForm } from '#web/features/moderation/members/lock-out-form.tsx'
import { useSuspend, useUnsuspend, useBan } from '#web/features/moderation/members/lock-out-api.ts'
import type { SuspensionDays, LockOutProps } from '#web/features/moderation/members/lock-out-api.ts'
import { momentText } from '#web/lib/format/time.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import classes from './lock-out-form.module.css'

export type LockOut = { kind: keyof typeof dialogs; member: LockOutProps['member'] }

const dialogs = { suspend: SuspendDialog, unsuspend: UnsuspendDialog, ban: BanDialog } as const

export function LockOutDialog({
  lockOut: { kind, member },
  ...props
}: Omit<LockOutProps, 'member'> & { lockOut: LockOut }) {
  const Dialog = dialogs[kind]
  return <Dialog member={member} {...props} />
}

function SuspendDialog(props: LockOutProps) {
  const { userId, username, suspendedUntil } = props.member
  const { days, choose, clear } = useDays(userId)
  return (
    <LockOutForm
      {...props}
      title={`Suspend @${username}?`}
      button={{ name: 'Suspend', variant: 'danger' }}
      reason={{ what: 'suspend', missing: 'Please provide a reason for suspension' }}
      send={useSuspend(userId, days).mutateAsync}
      messages={{ done: 'User has been suspended', failed: 'Failed to suspend user' }}
      onSent={clear}
    >
      <p>
        They cannot sign in until it ends, and are told why. All open reports on them count as addressed, and
        the reporters are told. In a suspension of over 7 days, what they have sold and not yet sent is
        refunded.
      </p>
      {suspendedUntil && (
        <p className="semibold soft-gold pad-s radius-s">
          Already suspended until {momentText(suspendedUntil)}; this replaces it.
        </p>
      )}
      <DaysChoice days={days} onChoose={choose} />
    </LockOutForm>
  )
}

export function UnsuspendDialog(props: LockOutProps) {
  const { userId, username } = props.member
  const missing = 'Please provide a reason for unsuspending.'
  return (
    <LockOutForm
      {...props}
      title={`Unsuspend @${username}?`}
      button={{ name: 'Unsuspend' }}
      reason={{ what: 'unsuspend', label: 'Reason for Unsuspending', missing }}
      send={useUnsuspend(userId).mutateAsync}
      messages={{ done: 'User unsuspended successfully', failed: unexpectedErrorText }}
    >
      <p>They can sign in again at once, and are told your reason.</p>
    </LockOutForm>
  )
}

function DaysChoice({ days, onChoose }: { days: SuspensionDays; onChoose: (days: SuspensionDays) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className={`semibold ${classes.legend}`}>How long</legend>
      <div className="flex-row wrap">
        {suspensionDays.map((count) => (
          <label
            key={count}
            className={`flex-row touch semibold ${classes.option} full-radius ink pressable`}
            data-chosen={count === days || undefined}
          >
            <input type="radio" name={name} checked={count === days} onChange={() => onChoose(count)} />
            {count === 1 ? '24 Hours' : `${count} Days`}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The days are saved together with the reason, so that a restored reason always has its own term. */
function useDays(userId: number) {
  const { draft, change, clear } = useTextsDraft({ what: 'suspend-days', id: userId }, { days: '' })
  const days = suspensionDays.find((count) => String(count) === draft.days) ?? 1
  return { days, choose: (count: SuspensionDays) => change({ days: String(count) }), clear }
}

/** A ban cannot be undone, so the admin types the name and notices a wrong row. */
function BanDialog(props: LockOutProps) {
  const { userId, username } = props.member
  return (
    <LockOutForm
      {...props}
      title={`Ban @${username}?`}
      button={{ name: 'Ban', variant: 'danger' }}
      reason={{ what: 'ban', missing: 'Please provide a reason for banning' }}
      send={useBan(userId).mutateAsync}
      messages={{ done: 'User has been banned', failed: 'Failed to ban user' }}
      asksName
    >
      <p>
        A ban cannot be undone. They can never sign in again, and are told why. Nobody sees what they have
        posted. What they have sold and not yet sent is refunded. All open reports on them count as addressed,
        and the reporters are told.
      </p>
    </LockOutForm>
  )
}
