import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { contractEndpoints } from '#api/test/contract-endpoints.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { accountRows, peopleRows } from '#api/test/access-matrix/accounts.ts'
import { analyticsRows } from '#api/test/access-matrix/analytics.ts'
import { disputeRows } from '#api/test/access-matrix/disputes.ts'
import { groupRows, sectionRows } from '#api/test/access-matrix/groups.ts'
import { cartRows, marketRows } from '#api/test/access-matrix/market.ts'
import { messageRows } from '#api/test/access-matrix/messages.ts'
import { moderationRows, reportRows } from '#api/test/access-matrix/moderation.ts'
import { notificationRows } from '#api/test/access-matrix/notifications.ts'
import { offerRows } from '#api/test/access-matrix/offers.ts'
import { addressRows, orderRows } from '#api/test/access-matrix/orders.ts'
import { paymentRows } from '#api/test/access-matrix/payments.ts'
import { payoutRows } from '#api/test/access-matrix/payouts.ts'
import { commentRows, postRows } from '#api/test/access-matrix/posts.ts'
import { productRows } from '#api/test/access-matrix/product.ts'
import { reviewRows } from '#api/test/access-matrix/reviews.ts'
import { sellingRows } from '#api/test/access-matrix/selling.ts'
import { callers, kinds } from '#api/test/access-matrix/row.ts'
import type { MatrixRequest, Caller, Row, Fixture, Whose } from '#api/test/access-matrix/row.ts'
import { buildFixtures, type Cell } from '#api/test/builders/access-matrix-fixture.ts'

const rows = [
  ...productRows,
  ...accountRows,
  ...peopleRows,
  ...groupRows,
  ...sectionRows,
  ...postRows,
  ...commentRows,
  ...notificationRows,
  ...messageRows,
  ...marketRows,
  ...cartRows,
  ...offerRows,
  ...addressRows,
  ...orderRows,
  ...sellingRows,
  ...reviewRows,
  ...disputeRows,
  ...paymentRows,
  ...payoutRows,
  ...moderationRows,
  ...reportRows,
  ...analyticsRows,
]

/** One line of the table: the answer that each caller gets for a thing of this kind. */
type Line = { row: Row; whose: Whose; name: string; expected: [Caller, string][] }

const lines: Line[] = rows.flatMap((row) =>
  kinds.flatMap((whose) => {
    const line = row.answers[whose]
    if (line === undefined) return []
    const answers = line.split(/\s+/)
    const expected = callers.map((caller, at): [Caller, string] => [caller, answers[at] ?? ''])
    return [{ row, whose, name: `${row.name}, ${whose}`, expected }]
  }),
)

const app = await sharedApp({ asShipped: true })
// The calls of earlier lines no longer count.
beforeEach(() => app.clock.move(3_600_000))
// Without a second super admin, the one under test would be the last, which has rules of its own.
await buildMember(app, { role: 'SUPERADMIN' })

describe('the access table', () => {
  const table = new URL('test/access-matrix/', import.meta.url)

  test('has rows for exactly the endpoints of the contract', async () => {
    const endpoints = await contractEndpoints()
    const described = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(rows.map(({ endpoint }) => endpoint))].toSorted()).toEqual(described.toSorted())
  })

  test('imports neither the contract nor the server', () => {
    for (const file of readdirSync(table)) {
      const imports = readFileSync(new URL(file, table), 'utf8').matchAll(/(?:from|import)\W+'([^']+)'/g)
      for (const [, specifier] of imports) expect([file, specifier]).toEqual([file, './row.ts'])
    }
  })

  test('covers own and other members’ things for every endpoint', () => {
    for (const { endpoint } of rows) {
      const known = new Set(lines.filter(({ row }) => row.endpoint === endpoint).map(({ whose }) => whose))
      const isWhole = known.has('any') || (known.has('own') && known.has('foreign'))
      expect([endpoint, isWhole]).toEqual([endpoint, true])
    }
  })

  test('has a status in every cell and no duplicate rows', () => {
    for (const { row, whose, name, expected } of lines) {
      expect([name, row.answers[whose]?.split(/\s+/).length]).toEqual([name, callers.length])
      const odd = expected.filter(
        ([caller, answer]) => !isAnswer.test(answer) && !(answer === '-' && isUnblockable(whose, caller)),
      )
      expect([name, odd]).toEqual([name, []])
    }
    expect(lines.map(({ name }) => name)).toEqual([...new Set(lines.map(({ name }) => name))])
  })
})

const isAnswer = /^(?:sus|ban|20[014]|4\d\d(?::[A-Z_]+)?)$/
const isUnblockable = (whose: Whose, caller: Caller) =>
  whose === 'blocker' && (caller === 'admin' || caller === 'superadmin')

describe('each caller gets the answer of the table:', () => {
  for (const { row, whose, name, expected } of lines) {
    test(name, async () => {
      const checked = expected.filter(([, answer]) => answer !== '-')
      const sharing = sharingIn(row, whose, checked)
      const callersHere = checked.map(([caller]) => caller)
      const cells = await buildFixtures(app, callersHere, whose, sharing)
      const wanted = new Map(checked)
      const requests = await requestsOf(row, cells, sharing)
      await Promise.all(cells.map(({ lockOut }) => lockOut()))
      const answers = await Promise.all(
        cells.map((cell, at) => answerTo(row, cell, requests[at] ?? {}, wanted.get(cell.caller) ?? '')),
      )
      const odd = answers.filter(({ caller, said }) => wanted.get(caller) !== said)
      const said = Object.fromEntries(answers.map((answer) => [answer.caller, answer.said]))
      expect(said, JSON.stringify(odd, null, 2)).toEqual(Object.fromEntries(checked))
    })
  }
})

/** Returns the callers that read or are rejected. They change nothing, so they can share one thing of one owner. */
function sharingIn({ endpoint }: Row, whose: Whose, expected: [Caller, string][]): Set<Caller> {
  if (whose === 'own' || whose === 'any') return new Set()
  const unchanging = expected.filter(([, answer]) => endpoint.startsWith('GET ') || answer !== '200')
  return new Set(unchanging.map(([caller]) => caller))
}

/** Returns one request for each cell. Callers that share get the same one, unless it is also about the caller. */
async function requestsOf({ request }: Row, cells: Cell[], sharing: Set<Caller>): Promise<MatrixRequest[]> {
  const one = async ({ fixture }: Cell) => request(fixture)
  const first = cells.find(({ caller }) => sharing.has(caller))
  if (!first) return Promise.all(cells.map(one))
  const { me } = first.fixture
  let isAboutCaller = false
  const watched: Fixture = {
    ...first.fixture,
    get me() {
      isAboutCaller = true
      return me
    },
  }
  const shared = await one({ ...first, fixture: watched })
  return Promise.all(
    cells.map((cell) =>
      cell === first || (sharing.has(cell.caller) && !isAboutCaller) ? shared : one(cell),
    ),
  )
}

/** Returns the response in the notation of the table, with the error code if the table names one. */
async function answerTo(row: Row, { caller, token }: Cell, request: MatrixRequest, wanted: string) {
  const { status, body } = await send(row.endpoint, request, token)
  return {
    caller,
    said: status < 400 || body === null ? String(status) : wordFor({ status, body }, wanted),
    body,
  }
}

function wordFor(answer: { status: number; body: unknown }, wanted: string): string {
  const { status } = answer
  const { code, reason, until } = expectFailure(answer, status)
  if (code === 'ACCOUNT_BANNED' && reason === 'Fraud') return 'ban'
  if (code === 'ACCOUNT_SUSPENDED' && reason === 'Insults' && until !== undefined) return 'sus'
  return wanted === String(status) && !code.startsWith('ACCOUNT_') ? wanted : `${status}:${code}`
}

async function send(
  call: string,
  { at = {}, query = {}, body, form, bytes, headers }: MatrixRequest,
  token: string | undefined,
) {
  const [method = '', template = ''] = call.split(' ')
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(at[name])))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const leave = new AbortController()
  const response = await fetch(`${app.url}/api${path}?${search}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(bytes && { body: bytes }),
    signal: leave.signal,
  })
  const type = response.headers.get('content-type')
  if (type?.startsWith('text/csv')) return { status: response.status, body: await response.text() }
  const isUnread = type?.startsWith('text/event-stream') || type === 'application/pdf'
  // HEAD has no body, so that a rejection cannot say why.
  if (method === 'HEAD') return { status: response.status, body: null }
  const answer: unknown = isUnread ? leave.abort() : await bodyOf(response)
  return { status: response.status, body: answer }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}
