import '@testing-library/jest-dom/vitest'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { clearStored } from '#web/lib/storage/browser-storage.ts'
import { expectNoMistakes, startFakeServer } from '#web/test/fake-server.ts'
import { answerNavigation, closeApp } from '#web/test/open-app.tsx'
import { skipOwnerStacks } from '#web/test/owner-stacks.ts'

skipOwnerStacks()

// What the app loads by itself once it is open, so that no test has to wait for it.
await Promise.all([
  import('#web/app/shell/staff-menu.tsx'),
  import('#web/features/messages/live/live.ts'),
  import('#web/features/messages/outbox/outbox.ts'),
  import('#web/pages/entry/logout-page.tsx'),
  import('#web/ui/controls/theme-choice.tsx'),
])

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
