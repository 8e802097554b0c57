import { sql } from 'kysely'
import { brand } from '@rootsquare/contract/product'
import { Email } from '@rootsquare/contract/lib/fields'
import { isUniqueViolation, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { markVerified } from '#api/features/accounts/sign-up/verification.ts'
import { CannotRun, type Command } from './command.ts'
import { findMember, statusSentences, type FoundMember } from './find-member.ts'

export const setEmail: Command = {
  name: 'set-email',
  args: ['user', 'address'],
  about: 'changes the e-mail address of a member, and tells the old address',
  async plan(deps, [user = '', address]) {
    const member = await findMember(deps.db, user)
    const email = await requireFreeAddress(deps, member, address)
    const verified = { ...member, verified_at: member.verified_at ?? deps.clock.now() }
    return {
      what: [
        `This changes the e-mail address of ${member.username} from ${member.email} to ${email}, which counts as verified.`,
        'The old address gets a mail about it, and links that were mailed to it end.',
        ...statusSentences(verified, deps.clock.now()),
      ],
      async run() {
        await changeEmail(deps, member, email)
        return [
          `The e-mail address of ${member.username} is ${email} now.`,
          ...(await notifyOldAddress(deps, member)),
        ]
      },
    }
  },
}

async function requireFreeAddress({ db }: Deps, member: FoundMember, address: unknown): Promise<string> {
  const read = Email.safeParse(address)
  if (!read.success) throw new CannotRun(`${address} is no e-mail address.`)
  const email = read.data
  if (email === member.email) throw new CannotRun(`${email} is the address of ${member.username} already.`)
  const other = await db
    .selectFrom('members')
    .select('username')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', member.id)
    .executeTakeFirst()
  if (other) throw taken(email)
  return email
}

const taken = (email: string) => new CannotRun(`${email} is the address of another member.`)

async function changeEmail(
  deps: Deps,
  { id, username, email: before }: FoundMember,
  email: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const changed = await tx
      .updateTable('members')
      .set({ email })
      .where('id', '=', id)
      .where('email', '=', before)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n)
      throw new CannotRun(`${username} was changed meanwhile. Nothing was done; run the command again.`)
    // Whoever reads the old mailbox must not use a link that it got before.
    await tx.deleteFrom('codes').where('member_id', '=', id).execute()
    await markVerified(deps, tx, id)
    await recordAudit(deps, tx, 'command line', { action: 'SET_EMAIL', memberId: id })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(email) : error
  })
}

/** Sends the mail at once, because a job must not store an address that the database no longer contains. */
async function notifyOldAddress(deps: Deps, member: FoundMember): Promise<string[]> {
  const { email, username } = member
  const content = {
    subject: 'Your e-mail address was changed',
    lines: [
      `Those who run ${brand} have changed the e-mail address of your account ${username}. This address gets no more mails.`,
      'If you did not ask for this, please contact them.',
    ],
  }
  try {
    await sendMail(deps, member, content)
    return [`${email} was told by mail.`]
  } catch (error) {
    return [`${email} could not be told by mail (${error instanceof Error ? error.message : String(error)}).`]
  }
}
