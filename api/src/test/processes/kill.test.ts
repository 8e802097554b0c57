import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listGroups } from '@rootsquare/contract/groups'
import { folderWithDatabase, query, startHere } from '#api/test/processes/embedded-server.ts'
import { password } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { newcomer, startProduct, type Product } from '#api/test/processes/product-process.ts'

/** Signs members up, eight at a time, until the server is killed. Returns who got a success and who got no response. */
async function signUpUntilKilled(product: Product, enough: number) {
  const groups = dataOf(listGroups, await product.call('GET', '/groups', { query: { size: 1 } }))
  const groupId = groups.content[0]?.id ?? 0
  const acknowledged: string[] = []
  const unanswered: string[] = []
  let killed: Promise<unknown> | undefined
  let number = 0
  const keepSigningUp = async () => {
    while (killed === undefined) {
      const username = `newcomer.${(number += 1)}`
      const body = newcomer(username, groupId)
      const answer = await product.call('POST', '/create/user', { body }).catch(() => undefined)
      if (answer === undefined) unanswered.push(username)
      else {
        expect(answer).toMatchObject({ status: 200, body: { data: { username } } })
        acknowledged.push(username)
      }
      if (acknowledged.length >= enough) killed ??= product.end('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 8 }, keepSigningUp))
  await killed
  return { acknowledged, unanswered }
}

/** Expects a rejection only for the missing verification: the member exists, and the password is correct. */
async function isThere(product: Product, username: string): Promise<boolean> {
  const body = { username, userSecret: password }
  const answer = await product.call('POST', '/login', { body })
  const known = { 400: 'BAD_CREDENTIALS', 403: 'EMAIL_NOT_VERIFIED' }[answer.status]
  expect(answer.body.code).toBe(known)
  return answer.status === 403
}

async function mailed(dataDir: string): Promise<Set<string>> {
  const outbox = join(dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'))
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return new Set(texts.map((text): string => JSON.parse(text).to))
}

test('a kill during sign-ups loses no acknowledged one', async () => {
  const dataDir = folderWithDatabase()
  const enough = 16
  const { acknowledged, unanswered } = await signUpUntilKilled(await startProduct(dataDir), enough)
  expect(acknowledged.length).toBeGreaterThanOrEqual(enough)
  expect(unanswered).not.toEqual([])

  const product = await startProduct(dataDir)
  for (const username of acknowledged) expect(await isThere(product, username), username).toBe(true)
  const made: string[] = []
  for (const username of unanswered) if (await isThere(product, username)) made.push(username)
  await product.end('SIGTERM')

  const { url } = await startHere({ dataDir })
  const rows = await query(
    url,
    `select username, group_id is not null as grouped,
       (select count(*)::int from consents where member_id = members.id) as consents,
       (select count(*)::int from graphile_worker._private_jobs
         where payload ->> 'memberId' = members.id::text) as queued
     from members where role = 'USER' order by username collate "C"`,
  )
  const whole = [...acknowledged, ...made]
    .toSorted()
    .map((username) => ({ username, grouped: true, consents: 1 }))
  expect(rows).toMatchObject(whole)
  expect(rows).toHaveLength(whole.length)
  // The mail is out or still to be sent: the sign-up and its job were one transaction.
  const sent = await mailed(dataDir)
  const lost = rows.filter(({ username, queued }) => queued === 0 && !sent.has(`${username}@example.com`))
  expect(lost).toEqual([])
})
