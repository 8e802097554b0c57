import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { createCode } from './codes.ts'
import { sendMail } from '#api/domain/mail-layout.ts'

/** `memberId` is null for an unknown address. Its job is queued only so that both cases take the same time. */
const MailPayload = z.object({ memberId: z.int().nullable(), path: z.string() })

/**
 * Creates the code and sends it. The code is created here, so that the queue contains none (decision 4). A second run
 * creates a second code.
 */
export const sendVerification = job({
  name: 'send-verification',
  payload: MailPayload,
  async run(deps, { memberId, path }) {
    const member = await findReceiver(deps, memberId)
    if (!member || member.verified_at !== null) return
    const code = await createCode(deps.db, 'verify', member, deps.clock.now())
    if (code === null) return
    await sendMail(deps, member, {
      subject: 'Verify your email address',
      lines: [
        'Welcome to Rootsquare. Please confirm that this address is yours.',
        'The link is valid for 24 hours.',
      ],
      button: { label: 'Verify email', link: `${deps.settings.publicUrl}${path}?vCode=${code}` },
    })
  },
})

export const sendReset = job({
  name: 'send-reset',
  payload: MailPayload,
  async run(deps, { memberId, path }) {
    const member = await findReceiver(deps, memberId)
    if (!member) return
    const code = await createCode(deps.db, 'reset', member, deps.clock.now())
    if (code === null) return
    await sendMail(deps, member, {
      subject: 'Set a new password',
      lines: [
        'Someone, hopefully you, asked for a new password. The link is valid for one hour.',
        'If it was not you, you do not need to do anything. Your password stays the same.',
      ],
      button: { label: 'Set a new password', link: `${deps.settings.publicUrl}${path}?vCode=${code}` },
    })
  },
})

async function findReceiver({ db }: Deps, memberId: number | null) {
  if (memberId === null) return undefined
  return db
    .selectFrom('members')
    .select(['id', 'email', 'firstname', 'verified_at'])
    .where('id', '=', memberId)
    .executeTakeFirst()
}
