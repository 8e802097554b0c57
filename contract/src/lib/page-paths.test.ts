import { expect, test } from 'vitest'
import { isPagePath, pagePaths } from './page-paths.ts'

const examples: Record<string, string> = { id: '7', tab: 'items', username: 'ada_Obi.9', reference: 'RS-1' }

/** The path with a value for each parameter, the optional ones too. */
const exampleOf = (path: string) =>
  path.replaceAll(/\{?-?\$(\w+)\}?/g, (_, name: string) => examples[name] ?? '12')

test.each(pagePaths.map((path) => [exampleOf(path)]))('%s is a page', (path) => {
  for (const written of [path, path.toUpperCase().replace('ITEMS', 'items')])
    expect(isPagePath(written)).toBe(true)
  if (path !== '/') expect(isPagePath(`${path}/`)).toBe(true)
})

test.each(['/profile', '/welcome', '/tag/%E1%BB%8Dj%C3%A0', '/tag/ọjà', '/u/%61da', '/my-order/RS-1%202'])(
  '%s is a page too',
  (path) => expect(isPagePath(path)).toBe(true),
)

test.each([
  '',
  '//',
  '/user//',
  '//user',
  '/nothing',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/index.html',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/.env',
  '/wp-login.php',
  '/user/7',
  '/userx',
  '/post',
  '/post/abc',
  '/post/7/edit',
  '/post/7%2F8',
  '/post/-1',
  '/post/12345678901234567',
  '/u',
  '/u/ab',
  '/u/a%20b',
  '/u/ọba',
  '/profile/nothing',
  '/group/yoruba',
  '/group/7/nothing',
  '/tag/a/b',
  '/tag/%',
  '/tag/%ff',
  '/signup\n',
])('%j is no page', (path) => expect(isPagePath(path)).toBe(false))
