import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../api/src/test/processes/embedded-server.ts'
import { checkArchitecture } from './check-architecture.mjs'
import { commentRules, cssRules, fileRules, importRules, nodeRules } from './architecture-rules.mjs'

let root
beforeEach(() => {
  root = freshFolder()
})

function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const broken = [
  ['contract-zod-only', 'contract/src/posts.ts', "import { readFile } from 'node:fs/promises'"],
  ['contract-zod-only', 'contract/src/posts.ts', "export type { Kysely } from 'kysely'"],
  ['workspaces-apart', 'contract/src/posts.ts', "import { db } from '@rootsquare/api/db/db'"],
  ['workspaces-apart', 'api/src/app.ts', "import { call } from '@rootsquare/web/lib/call'"],
  ['workspaces-apart', 'api/src/app.ts', "import { call } from '../../web/src/lib/call.ts'"],
  ['workspaces-apart', 'web/src/lib/call.ts', "import type { Deps } from '@rootsquare/api/deps'"],
  ['workspaces-apart', 'web/src/lib/call.ts', "type Deps = import('../../../api/src/deps.ts').Deps"],
  ['api-layers', 'api/src/http/serve.ts', "import { feed } from '#api/features/posts/feed/feed.ts'"],
  ['api-layers', 'api/src/db/db.ts', "import type { Feed } from '../features/posts/feed.ts'"],
  [
    'api-layers',
    'api/src/ports/mail/smtp.ts',
    "const feed = await import('#api/features/posts/feed/feed.ts')",
  ],
  [
    'api-layers',
    'api/src/jobs/runner.ts',
    "import { recountPostsNightly } from '#api/features/posts/recount.ts'",
  ],
  ['api-layers', 'api/src/db/db.ts', "import { serve } from '#api/http/serve/serve.ts'"],
  ['api-layers', 'api/src/features/orders/pay.ts', "import { cards } from '#api/sandbox/cards.ts'"],
  ['api-layers', 'api/src/ports/mail/smtp.ts', "import { db } from '#api/db/db.ts'"],
  ['api-layers', 'api/src/features/posts/feed.ts', "import { seedDemo } from '#api/seed/demo/demo.ts'"],
  ['api-layers', 'api/src/features/posts/feed.ts', "import { buildApp } from '#api/app.ts'"],
  ['feature-order', 'api/src/features/posts/feed.ts', "import { cart } from '../cart/cart.ts'"],
  [
    'feature-order',
    'api/src/features/accounts/login.ts',
    "import { follow } from '#api/features/people/follow.ts'",
  ],
  ['concrete-port', 'api/src/features/accounts/login.ts', "import { smtp } from '#api/ports/mail/smtp.ts'"],
  ['concrete-port', 'api/src/app.ts', "import { memory } from './ports/counters/memory.ts'"],
  ['test-code-in-product', 'api/src/app.ts', "import { build } from './test/build.ts'"],
  ['web-layers', 'web/src/lib/call.ts', "import { toast } from '#web/ui/feedback/snackbar.tsx'"],
  ['web-layers', 'web/src/ui/money.tsx', "import { Feed } from '#web/features/posts/feed/feed.tsx'"],
  ['web-layers', 'web/src/features/posts/feed.tsx', "import { Home } from '#web/pages/home/home-page.tsx'"],
  ['web-layers', 'web/src/pages/home-page.tsx', "import { router } from '../app/router.tsx'"],
  ['web-features-apart', 'web/src/features/posts/feed.tsx', "import { Cart } from '../cart/cart.tsx'"],
  ['missing-import', 'bench/programs/feed.mjs', "import { db } from '../api/src/db/db.ts'"],
  ['no-reexport', 'contract/src/posts.ts', "export { Page } from './paged.ts'"],
  ['no-reexport', 'web/src/ui/money.tsx', "export * from '#web/lib/format/time.ts'"],
  ['deep-parents', 'api/src/features/posts/feed.ts', "import { db } from '../../../src/db/db.ts'"],
  ['rows-without-boundary', 'web/src/pages/cart-page.tsx', 'lines.map((line) => <Line key={line.itemId} />)'],
  ['rows-without-boundary', 'web/src/entities/tags.tsx', 'all.map(({ id }) => (<li key={id}>{id}</li>))'],
  ['vague-name', 'api/src/utils.ts', ''],
  ['vague-name', 'web/src/lib/helpers/day.ts', ''],
  ['vague-name', 'contract/src/types.ts', ''],
  ['vague-name', 'api/src/features/posts/post-service.ts', ''],
  ['vague-name', 'api/src/features/posts/postRepository.ts', ''],
  ['unknown-feature', 'api/src/features/blog/routes.ts', ''],
  ['no-as', 'api/src/app.ts', 'const id = given as number'],
  ['no-as', 'api/src/features/posts/feed.test.ts', 'const id = given as unknown as number'],
  ['no-as', 'api/src/app.ts', 'const id = <number>given'],
  ['no-as', 'api/src/test/call.ts', 'const id = given as number'],
  ['vague-class', 'api/src/features/posts/feed.ts', 'export class PostService {}'],
  ['raw-sql', 'api/src/features/posts/feed.ts', 'const list = sql.raw(order)'],
  ['raw-sql', 'api/src/features/posts/feed.ts', 'await pool.query(`select ${name}`)'],
  ['raw-sql', 'api/src/features/posts/feed.ts', "await deps.pool.query('select ' + name)"],
  ['format-elsewhere', 'web/src/ui/price.tsx', "const figures = new Intl.NumberFormat('en-NG')"],
  ['no-dodged-test', 'api/src/features/posts/feed.test.ts', "test.only('a', () => {})"],
  ['no-dodged-test', 'api/src/features/posts/feed.test.ts', "it.skip('a', () => {})"],
  ['no-dodged-test', 'api/src/features/posts/feed.test.ts', "describe.skipIf(noRedis)('a', () => {})"],
  ['no-dodged-test', 'contract/src/posts.test.ts', "test.todo('a')"],
  ['no-dodged-test', 'e2e/posts.e2e.ts', "test.describe.only('a', () => {})"],
  ['no-silencing', 'web/src/lib/call.ts', '// oxlint-disable-next-line no-console\nconsole.log(1)'],
  ['no-silencing', 'web/src/lib/call.ts', '/* eslint-disable */'],
  ['no-silencing', 'web/src/lib/call.ts', '// @ts-expect-error'],
  ['type-scale', 'web/src/ui/badge.module.css', '  font-size: 14px;'],
  ['type-scale', 'web/src/ui/badge.module.css', '  font: 600 1.1rem/1 var(--text-font);'],
  ['space-scale', 'web/src/ui/badge.module.css', '  padding: 0 var(--space-s) 5px;'],
  ['space-scale', 'web/src/ui/badge.module.css', '  margin-top: -6px;'],
  ['layer-scale', 'web/src/ui/badge.module.css', '  z-index: 7;'],
  ['breakpoint', 'web/src/ui/badge.module.css', '@media (min-width: 768px) and (max-width: 899px) {'],
  ['breakpoint-in-script', 'web/src/ui/picture.tsx', "const isNarrow = useMediaQuery('(max-width: 599px)')"],
].map(([rule, file, text]) => ({ rule, file, text }))

test.for(broken)('rejects $rule: $file says $text', ({ rule, file, text }) => {
  write(file, `\n${text}\n`)
  const line = text === '' || rule === 'unknown-feature' ? 1 : 2
  expect(checkArchitecture(root)).toContain(`${file}:${line} ${rule}`)
})

const allowedFiles = {
  'contract/src/posts.ts':
    "import { z } from 'zod'\nimport { page } from './paged.ts'\nexport const words = ['a'] as const",
  'contract/src/posts.test.ts':
    "import { test } from 'vitest'\ntest('a', (context) => context.skip(true, 'no redis'))",
  'contract/src/lib/endpoint.ts': 'export const it = given as Endpoint',
  'api/src/main.ts': "import { smtpMailer } from './ports/mail/smtp.ts'",
  'api/src/test/test-app.ts':
    "import { outbox } from '#api/ports/mail/outbox.ts'\nawait pool.query(`create database ${name}`)",
  'api/src/ports/mail/smtp.ts': "import type { Mailer } from './mail.ts'",
  'api/src/db/migrate.ts': 'await client.query(`set lock_timeout = ${wait}`)',
  'api/src/features/posts/feed.ts': [
    "import { member } from '../accounts/member.ts'",
    "import type { Mail } from '#api/ports/mail/mail.ts'",
    "import { Post } from '@rootsquare/contract/posts'",
    "import { sql } from 'kysely'",
    'const shown = sql`select ${id} as name`',
    "await pool.query('select $1', [id])",
  ].join('\n'),
  'web/src/pages/home-page.tsx': [
    "import { Feed } from '#web/features/posts/feed/feed.tsx'",
    "import { Cart } from '#web/features/cart/cart.tsx'",
    "import { call as send } from '../lib/call.ts'",
    'export function HomePage() {\n  return <Feed />\n}',
  ].join('\n'),
  'web/src/ui/badge.module.css': [
    '.badge {',
    '  z-index: var(--layer-raised);',
    '  margin: -1px auto calc(-1 * var(--space-s));',
    '  padding: 0 max(8px, env(safe-area-inset-right)) 1px calc(72px + var(--space-s));',
    '  font: 600 var(--text-s) / 1 var(--text-font);',
    '}',
    '@media (max-width: 767px), (max-height: 480px) {',
  ].join('\n'),
  'web/src/app/router.tsx': "const Home = lazy(() => import('#web/pages/home/home-page.tsx'))",
  'e2e/fixtures.ts': "import { startServer } from '@rootsquare/api/test/server'",
}

test('every rule has a failing example', () => {
  const rules = [fileRules, importRules, nodeRules, commentRules, cssRules].flatMap(Object.keys)
  expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set([...rules, 'missing-import']))
})

test('rejects a cycle between folders beside each other', () => {
  const [feed, media] = ['web/src/features/posts/feed/feed.tsx', 'web/src/features/posts/media/media.tsx']
  const comments = 'web/src/features/posts/comments/comments.tsx'
  write(feed, "import { Media } from '../media/media.tsx'")
  write(media, "import { Comments } from '#web/features/posts/comments/comments.tsx'")
  write(comments, '')
  expect(checkArchitecture(root)).toEqual([])
  write(comments, "import { Feed } from '#web/features/posts/feed/feed.tsx'")
  expect(checkArchitecture(root).sort()).toEqual(
    [comments, feed, media].map((file) => `${file}:1 folder-cycle`),
  )
})

test('allowed code passes', () => {
  for (const [file, text] of Object.entries(allowedFiles)) write(file, text)
  expect(checkArchitecture(root)).toEqual([])
})

test('a file that cannot be parsed is an error', () => {
  write('api/src/app.ts', 'const = 1')
  expect(checkArchitecture(root)).toEqual([expect.stringMatching(/^api\/src\/app\.ts:1 does-not-parse/)])
})

test('generated folders are ignored', () => {
  write('web/dist/utils.js', 'export default 1')
  write('api/node_modules/x/utils.js', '')
  expect(checkArchitecture(root)).toEqual([])
})
