import '@testing-library/jest-dom/vitest'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { clearStored } from '#web/lib/storage/browser-storage.ts'
import { expectNoMistakes, startFakeServer } from '#web/test/fake-server.ts'
import { answerNavigation, closeApp } from '#web/test/open-app.tsx'
import { skipOwnerStacks } from '#web/test/owner-stacks.ts'

skipOwnerStacks()

// After each test nothing of it is left.

beforeEach(() => {
  startFakeServer()
  answerNavigation()
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await closeApp()
  vi.unstubAllGlobals()
  clearStored(() => window.localStorage)
  clearStored(() => window.sessionStorage)
  expectNoMistakes()
})

// A load that the end of a file cuts off would fail or hang in all later files of the worker.
afterAll(() => vi.dynamicImportSettled())
