import { beforeEach, expect, test, vi } from 'vitest'
import { memberAskedFor, rememberAskedFor, takeAskedFor } from '#web/lib/asked-for.ts'
import { checkSession, endSession, startSession } from '#web/lib/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const { items, area } = memoryStorage()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('window', { localStorage: memoryStorage().area, sessionStorage: area })
  vi.stubGlobal('location', { origin: 'https://rootsquare.example' })
})

/** Every navigation checks the session, and so learns who was signed in last. */
function signIn(userId: number): void {
  startSession(`e30.${btoa(JSON.stringify({ user_id: userId, exp: 4_000_000_000 }))}.e30`)
  checkSession()
}

/** As if a visitor had asked: nobody has been signed in on this page. */
function askedByVisitor(href: string): void {
  items.set('rootsquare.asked-for', href)
}

test('gives the page a visitor asked for out once, with its search and hash', () => {
  askedByVisitor('/my-orders?from=mail#unread')
  expect(takeAskedFor()).toBe('/my-orders?from=mail#unread')
  expect(takeAskedFor()).toBeNull()
})

test.each(['https://elsewhere.example/user', '//elsewhere.example', 'http://[', 'javascript:alert(1)'])(
  'leads nowhere but to our own pages: %s',
  (href) => {
    askedByVisitor(href)
    expect(takeAskedFor()).toBeNull()
  },
)

test('gives a member their page back, and never to the next one', () => {
  for (const [next, page] of [
    [1, '/my-order/abc'],
    [2, null],
  ] as const) {
    signIn(1)
    rememberAskedFor('/my-order/abc')
    endSession()
    signIn(next)
    expect(takeAskedFor()).toBe(page)
  }
})

test('names the member whose page a visitor asked for', () => {
  askedByVisitor('/u/bose.akande?tab=groups')
  expect(memberAskedFor()).toBe('bose.akande')
  askedByVisitor('/my-orders')
  expect(memberAskedFor()).toBeUndefined()
})

test('does not tell the next person which page a member asked for', () => {
  signIn(1)
  rememberAskedFor('/u/bose.akande')
  expect(memberAskedFor()).toBeUndefined()
})
