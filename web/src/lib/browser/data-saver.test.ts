import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseDataSaver, isSavingData } from '#web/lib/browser/data-saver.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const { items, area } = memoryStorage()
const ask = ({ browser = false, system = false }) => {
  vi.stubGlobal('navigator', { connection: { saveData: browser } })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: system && query.includes('reduced-data') }))
}

beforeEach(() => {
  items.clear()
  vi.stubGlobal('window', { localStorage: area })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a device saves data by itself if its browser or system asks for that', () => {
  ask({})
  expect(isSavingData()).toBe(false)
  ask({ browser: true })
  expect(isSavingData()).toBe(true)
  ask({ system: true })
  expect(isSavingData()).toBe(true)
})

test('a choice counts more than what the browser asks for, until it is taken back', () => {
  ask({ browser: true })
  chooseDataSaver('off')
  expect(isSavingData()).toBe(false)
  chooseDataSaver('auto')
  expect(isSavingData()).toBe(true)
  ask({})
  chooseDataSaver('on')
  expect(isSavingData()).toBe(true)
})
