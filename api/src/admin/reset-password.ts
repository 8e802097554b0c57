import { transact } from '#api/db/db.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { makePassword } from '#api/features/accounts/password/make-password.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { endCodesAndSessions } from '#api/features/accounts/password/password.ts'
import { CannotRun, type Command } from './command.ts'
import { findMember, statusSentences } from './find-member.ts'

export const resetPassword: Command = {
  name: 'reset-password',
  args: ['user'],
  about: 'gives a member a new password, which is printed once, and ends their sessions',
  async plan(deps, [user = '']) {
    const member = await findMember(deps.db, user)
    const { id, username } = member
    return {
      what: [
        `This gives ${username} (${member.email}) a new password, which is printed here once.`,
        'The old password, all sessions and all links that were mailed to this member end.',
        ...statusSentences(member, deps.clock.now()),
      ],
      async run() {
        const password = makePassword()
        const password_hash = await hashPassword(password)
        await transact(deps.db, async (tx) => {
          const changed = await tx
            .updateTable('members')
            .set({ password_hash })
            .where('id', '=', id)
            .executeTakeFirst()
          if (changed.numUpdatedRows === 0n) throw new CannotRun(`${username} has been erased meanwhile.`)
          await endCodesAndSessions(deps, tx, id)
          await recordAudit(deps, tx, 'command line', { action: 'RESET_PASSWORD', memberId: id })
        })
        return [`The new password of ${username}, shown this once:  ${password}`]
      },
    }
  },
}
