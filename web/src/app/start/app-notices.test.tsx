import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppNotices } from '#web/app/start/app-notices.tsx'
import { visitCount } from '#web/lib/browser/visits.ts'
import { clearStored } from '#web/lib/storage/browser-storage.ts'
import { press } from '#web/test/page.ts'

afterEach(() => {
  globalThis.installPrompt = null
  Reflect.deleteProperty(navigator, 'standalone')
})

const invitation = () => screen.queryByRole('region', { name: 'Install the app' })

/** Each visit begins in a new tab. */
function visitTimes(count: number): void {
  for (let visit = 0; visit < count; visit += 1) {
    clearStored(() => window.sessionStorage)
    visitCount()
  }
}

async function showNotices() {
  const root = createRootRoute({ component: AppNotices })
  const routes = ['/', '/next'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  await router.load()
  const { unmount } = render(<RouterProvider router={router} />)
  return { unmount, openNext: () => act(() => router.history.push('/next')) }
}

function stubPrompt() {
  const prompt = vi.fn(async () => {})
  globalThis.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt })
  return prompt
}

test('invites to install with the first page change of the third visit, once', async () => {
  const prompt = stubPrompt()
  visitTimes(3)
  const first = await showNotices()
  expect(invitation()).toBeNull()
  await first.openNext()
  expect(invitation()).toBeInTheDocument()
  await press('Install')
  expect(prompt).toHaveBeenCalledOnce()
  expect(invitation()).toBeNull()
  first.unmount()

  stubPrompt()
  visitTimes(1)
  const next = await showNotices()
  await next.openNext()
  expect(invitation()).toBeNull()
})

test('does not invite before the third visit, or where the app cannot be installed', async () => {
  stubPrompt()
  visitTimes(2)
  const second = await showNotices()
  await second.openNext()
  expect(invitation()).toBeNull()
  second.unmount()

  globalThis.installPrompt = null
  visitTimes(1)
  const third = await showNotices()
  await third.openNext()
  expect(invitation()).toBeNull()
})

test('shows the steps on an iPhone', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
  visitTimes(3)
  const { openNext } = await showNotices()
  await openNext()
  const shown = within(screen.getByRole('region', { name: 'Install the app' }))
  expect(shown.getByText('Tap Share, then Add to Home Screen.')).toBeInTheDocument()
  expect(shown.queryByRole('button', { name: 'Install' })).toBeNull()
  await press('Close')
  expect(invitation()).toBeNull()
})
