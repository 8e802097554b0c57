import React from 'react'
import '@testing-library/jest-dom/vitest'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { clearStored } from '#web/lib/storage/browser-storage.ts'
import { expectNoMistakes, startFakeServer } from '#web/test/fake-server.ts'
import { answerNavigation, closeApp } from '#web/test/open-app.tsx'

skipOwnerStacks()

// Each test is cleaned up, so that the next one starts empty.

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

// A load that is cut off at the end of a file would fail or hang in all later files of the worker.
afterAll(() => vi.dynamicImportSettled())

/**
 * In development, React records where every element was created, as an error with its stack, which takes a seventh of
 * the time of all screen tests. It stops after ten thousand per second, so this counter always reports that many.
 */
function skipOwnerStacks(): void {
  const shared: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  )
  if (typeof shared !== 'object' || shared === null) return
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })
}
