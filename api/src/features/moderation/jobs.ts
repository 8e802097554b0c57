import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { shortSuspensionDays } from '#api/domain/long-lock-out.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { isSuspended } from '#api/domain/user-status.ts'
import { job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { formatLagosTime } from '#api/domain/lagos-time.ts'

/** The text at log-in refers to this mail, because a locked-out member has no other way to object. */
const wayBack = 'If you think this is a mistake, answer this mail: it reaches our moderators.'

type Suspension = { suspended_at: Date | null; suspended_until: Date | null }

const Whom = z.object({ memberId: z.int() })

// Each mail states what holds when its job runs. A suspension that has since been lifted or replaced needs none.

export const sendSuspended = job({
  name: 'send-suspended',
  payload: Whom,
  async run(deps, { memberId }) {
    const member = await findReceiver(deps, memberId)
    if (!member?.suspended_until || member.banned_at || !isSuspended(member, deps.clock.now())) return
    await sendMail(deps, member, {
      subject: 'Your account is suspended',
      lines: [
        `Our moderators have suspended your account until ${formatLagosTime(member.suspended_until)}.`,
        `Reason: ${member.suspension_reason}`,
        isLong(member)
          ? 'Until then you cannot sign in. What you have sold and not yet sent is canceled, and its buyers get their money back. Everything else is as you left it.'
          : 'Until then you cannot sign in. After that everything is as you left it.',
        wayBack,
      ],
    })
  },
})

export const sendBanned = job({
  name: 'send-banned',
  payload: Whom,
  async run(deps, { memberId }) {
    const member = await findReceiver(deps, memberId)
    if (!member?.banned_at) return
    await sendMail(deps, member, {
      subject: 'Your account is banned',
      lines: [
        'Our moderators have banned your account. You cannot sign in any more, and what you posted is hidden.',
        `Reason: ${member.ban_reason}`,
        wayBack,
      ],
    })
  },
})

export const sendLifted = job({
  name: 'send-lifted',
  payload: Whom,
  async run(deps, { memberId }) {
    const member = await findReceiver(deps, memberId)
    if (!member || member.banned_at || isSuspended(member, deps.clock.now())) return
    await sendMail(deps, member, {
      subject: 'Your suspension was lifted',
      lines: [
        'Our moderators have lifted the suspension of your account. Welcome back.',
        `Reason: ${await whyLifted(deps, memberId)}`,
      ],
      button: { label: 'Sign in', link: `${deps.settings.publicUrl}/` },
    })
  },
})

const isLong = ({ suspended_at: from, suspended_until: until }: Suspension) =>
  from !== null && until !== null && until > inDays(from, shortSuspensionDays)

/** Finds verified members only, because an unconfirmed address may belong to a stranger. */
async function findReceiver({ db }: Deps, memberId: number) {
  return db
    .selectFrom('members')
    .select(['email', 'firstname', 'banned_at', 'ban_reason'])
    .select(['suspended_at', 'suspended_until', 'suspension_reason'])
    .where('id', '=', memberId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Reads why the suspension was lifted, which only the audit log knows. */
async function whyLifted({ db }: Deps, memberId: number): Promise<string> {
  const { reason } = await db
    .selectFrom('audit_log')
    .select('reason')
    .where('member_id', '=', memberId)
    .where('action', '=', 'UNSUSPEND_USER')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return reason ?? ''
}

export const moderationJobs = [sendSuspended, sendBanned, sendLifted]
