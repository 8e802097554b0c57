import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryHistory } from '@tanstack/react-router'
import { pathsBefore, watchHistory } from '#web/lib/navigation/history-entries.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const session = vi.hoisted(() => ({ isOpen: true }))
vi.mock('#web/lib/session/session.ts', () => ({ currentSession: () => (session.isOpen ? {} : null) }))

const { items: stored, area } = memoryStorage()
let history = createMemoryHistory()

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: area })
  history = createMemoryHistory({ initialEntries: ['/home'] })
  watchHistory(history)
})
afterEach(() => {
  session.isOpen = true
  stored.clear()
  vi.unstubAllGlobals()
})

test('lists the pages before the current one, the nearest first', () => {
  history.push('/group-list')
  history.push('/group/7')
  expect(pathsBefore()).toEqual(['/group-list', '/home'])
})

test('deletes the pages that a new one replaces after Back', () => {
  history.push('/group-list')
  history.push('/group/7')
  history.back()
  expect(pathsBefore()).toEqual(['/home'])
  history.push('/inbox')
  expect(pathsBefore()).toEqual(['/group-list', '/home'])
})

test('counts a replaced entry once', () => {
  history.push('/group-list')
  history.replace('/group-list?name=ig')
  history.push('/group/7')
  expect(pathsBefore()).toEqual(['/group-list', '/home'])
})

test('knows the pages before after a reload', () => {
  history.push('/group-list')
  history.push('/group/7')
  watchHistory(history)
  expect(pathsBefore()).toEqual(['/group-list', '/home'])
})

test('starts over when the storage was cleared', () => {
  history.push('/group-list')
  stored.clear()
  history.push('/group/7')
  expect(pathsBefore()).toEqual([])
})

test('stores nothing about a visitor', () => {
  stored.clear()
  session.isOpen = false
  history.push('/group-list')
  history.push('/group/7')
  expect([...stored]).toEqual([])
  expect(pathsBefore()).toEqual([])
})
