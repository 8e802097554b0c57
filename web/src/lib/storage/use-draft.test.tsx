import { beforeEach, expect, test, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { z } from 'zod'
import { isStoreFailing } from '#web/lib/storage/member-store.ts'
import { storedUnsent, storeDraft } from '#web/test/unsent.ts'
import { tokenFor } from '#web/test/open-app.tsx'
import { savedText, useDraft, useTextDraft } from '#web/lib/storage/use-draft.ts'

const key = { what: 'reason', memberId: 1, id: 2 }
const Note = z.object({ title: z.string(), days: z.number() })
const blank = { title: '', days: 1 }
const open = () => renderHook(() => useDraft(key, Note, blank)).result

beforeEach(() => window.localStorage.setItem('rootsquare.token', tokenFor(1)))

const isSaved = (what: string) => storedUnsent().includes(`rootsquare.${what}.1.2`)

function type(text: string, to: typeof key = key): void {
  const { result } = renderHook(() => useTextDraft(to))
  act(() => result.current.change(text))
}

test('restores what was typed, only for that member and thing', () => {
  type('Insults, after two warnings')
  expect(savedText(key)).toBe('Insults, after two warnings')
  for (const other of [{ what: 'note' }, { memberId: 3 }, { id: 3 }])
    expect(savedText({ ...key, ...other })).toBe('')
})

test('a blank text is not saved', () => {
  type('Insults')
  type(' \n')
  expect(savedText(key)).toBe('')
  expect(isSaved('reason')).toBe(false)
})

test.each(['text', { title: 'no days' }, { title: 7, days: 1 }])('drops the draft %j', (stored) => {
  storeDraft('reason', 2, stored)
  expect(open().current).toMatchObject({ draft: blank, isRestored: false })
})

test('takes over a draft that was stored in the tab', () => {
  window.sessionStorage.setItem('rootsquare.reason.1.2', '"Insults"')
  expect(savedText(key)).toBe('Insults')
  expect(window.sessionStorage.getItem('rootsquare.reason.1.2')).toBeNull()
})

test('a draft of a visitor ends with the tab', () => {
  const visitor = { ...key, memberId: 0 }
  type('Sade', visitor)
  expect(savedText(visitor)).toBe('Sade')
  expect(storedUnsent()).toBe('')
})

test('a private draft is stored with its end', () => {
  const now = Date.now()
  const reason = { ...key, isPrivate: true }
  type('Insults', reason)
  expect(savedText(reason)).toBe('Insults')
  expect(storedUnsent()).toContain('"draft":"Insults"')
  expect(Number(/"endsAt":(\d+)/.exec(storedUnsent())?.[1])).toBeGreaterThanOrEqual(now + 24 * 3_600_000)
})

test('a restored draft says so, and can be discarded', () => {
  const first = open()
  expect(first.current.isRestored).toBe(false)
  act(() => first.current.change({ title: 'Rude', days: 3 }))
  const second = open()
  expect(second.current).toMatchObject({ draft: { title: 'Rude', days: 3 }, isRestored: true })
  act(() => second.current.discard())
  expect(second.current).toMatchObject({ draft: blank, isRestored: false })
  expect(open().current.isRestored).toBe(false)
})

test('a change back to the start removes the draft', () => {
  const { current } = open()
  act(() => current.change({ title: 'Rude', days: 1 }))
  act(() => current.change({ title: ' ', days: 1 }))
  expect(isSaved('reason')).toBe(false)
})

test('the second of two changes at once sees the first', () => {
  const [first, second] = [open(), open()]
  act(() => {
    first.current.change((now) => ({ ...now, title: 'Rude' }))
    first.current.change((now) => ({ ...now, days: 7 }))
  })
  expect(first.current.draft).toEqual({ title: 'Rude', days: 7 })
  expect(second.current.draft).toEqual({ title: 'Rude', days: 7 })
})

test('a sent draft is removed, even from a form opened since', () => {
  const [sending, reopened] = [open(), open()]
  act(() => sending.current.change({ title: 'Rude', days: 3 }))
  act(() => sending.current.clear())
  expect(reopened.current.draft).toEqual(blank)
  expect(isSaved('reason')).toBe(false)
})

test('on a full disk the text lasts as long as the page, which says so', () => {
  const full = new Proxy(window.localStorage, {
    get(storage, name) {
      if (name === 'setItem') throw new Error('Full')
      const found: unknown = Reflect.get(storage, name)
      return typeof found === 'function' ? found.bind(storage) : found
    },
  })
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(full)
  type('Insults')
  expect(savedText(key)).toBe('Insults')
  expect(isStoreFailing()).toBe(true)
})
