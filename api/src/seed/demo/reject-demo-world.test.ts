import { expect, test } from 'vitest'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import { readDemo } from '../seed-files.ts'
import { demoPassword, demoSuperadmin, insertDemo } from './demo.ts'
import { rejectDemoWorld } from './reject-demo-world.ts'

const isPublic = 'The database contains the demo world'

test('rejects the demo world until no member has the public password', async () => {
  const { deps } = await temporaryApp()
  const setPassword = async (password: string, usernames: string[]) => {
    const password_hash = await hashPassword(password)
    await deps.db.updateTable('members').set({ password_hash }).where('username', 'in', usernames).execute()
  }
  const { members } = await readDemo()
  await rejectDemoWorld(deps)
  await insertDemo(deps)
  await expect(rejectDemoWorld(deps)).rejects.toThrow(isPublic)
  const usernames = members.map(({ username }) => username)
  await setPassword('Another#1secret', usernames)
  await rejectDemoWorld(deps)
  await setPassword(demoPassword, [demoSuperadmin])
  await expect(rejectDemoWorld(deps)).rejects.toThrow(isPublic)
})

test('accepts a member who chose the name of a demo member', async () => {
  const app = await temporaryApp()
  await buildMember(app, { username: demoSuperadmin })
  await expect(rejectDemoWorld(app.deps)).resolves.toBeUndefined()
})
