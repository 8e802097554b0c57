import { groupConsentKind, groupConsentWording, type NewMember } from '@rootsquare/contract/accounts'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'
import { rememberAddress } from '#api/domain/familiar-addresses.ts'
import { invalid } from '#api/http/api-error.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sendVerification } from './mail-jobs.ts'
import { insertMember, limitMailsToNewAddress, rejectTakenNames } from './new-member.ts'
import { requireOwnPath } from '#api/domain/own-path.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'

export async function signUp(deps: Deps, input: NewMember, address: string) {
  const path = requireOwnPath(deps.settings, 'validationUrl', input.validationUrl)
  await rejectWrongGroup(deps.db, input)
  await rejectTakenNames(deps, deps.db, input)
  const passwordHash = await hashPassword(input.cipherCode)
  return transact(deps.db, async (tx) => {
    const member = await writeMember(deps, tx, input, passwordHash)
    // Counted here, because of many at once with one address all but one are rejected and send nothing.
    await limitMailsToNewAddress(deps, input.emailAddress)
    // Mails for this account can be asked for from here, even if strangers behind the same address have asked for many.
    await rememberAddress(tx, member.id, { address, secret: deps.jwtSecret, now: deps.clock.now() })
    await enqueue(tx, sendVerification, { memberId: member.id, path })
    return { id: member.id, username: member.username, emailAddress: member.email }
  })
}

async function rejectWrongGroup(db: Db, { groupId, proposedGroup }: NewMember): Promise<void> {
  const group = await db.selectFrom('groups').select('slug').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw invalid({ groupId: 'This group does not exist.' })
  if (proposedGroup != null && group.slug !== anotherPeopleSlug)
    throw invalid({ proposedGroup: 'This is only for the group "Another people".' })
}

async function writeMember(deps: Deps, tx: Tx, input: NewMember, passwordHash: string) {
  const now = deps.clock.now()
  const member = await insertMember(deps, tx, input, {
    password_hash: passwordHash,
    group_id: input.groupId,
    created_at: now,
  })
  if (input.consent) {
    const consent = {
      member_id: member.id,
      kind: groupConsentKind,
      wording: groupConsentWording,
      given_at: now,
    }
    await tx.insertInto('consents').values(consent).execute()
  }
  if (input.proposedGroup != null) {
    const proposal = { member_id: member.id, name: input.proposedGroup, created_at: now }
    await tx.insertInto('proposed_groups').values(proposal).execute()
  }
  return member
}
