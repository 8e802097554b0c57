import { logout } from '@rootsquare/contract/accounts'
import { addPushSubscription, removePushSubscription, unsubscribe } from '@rootsquare/contract/notifications'
import { getConfig } from '@rootsquare/contract/product'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PushSwitch } from '#web/features/notifications/push/push-switch.tsx'
import { confirmPush } from '#web/features/notifications/push/push-subscription.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { allowUnanswered, answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { configWith } from '#web/test/fake-upload.ts'
import { openApp, tokenFor } from '#web/test/open-app.tsx'
import { press } from '#web/test/page.ts'

const endpoint = 'https://push.example.com/send/1'
const keys = { p256dh: 'public', auth: 'secret' }

/** Provides a browser that supports pushes, with the answer of its permission dialog. */
function stubBrowser(permission: NotificationPermission, reply = permission) {
  let subscription: object | null = null
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn<(options: object) => Promise<object>>(async () => {
      const json = { endpoint, keys }
      const options = { applicationServerKey: new Uint8Array([1, 2, 3]).buffer }
      subscription = { endpoint, options, toJSON: () => json, unsubscribe: async () => (subscription = null) }
      return subscription
    }),
  }
  const registration = Object.assign(new EventTarget(), { pushManager })
  const container = {
    register: vi.fn<(script: string) => Promise<object>>(async () => registration),
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  const ask = vi.fn<() => Promise<string>>(async () => reply)
  vi.stubGlobal('Notification', { permission, requestPermission: ask })
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  return { ask, container, pushManager, current: () => subscription }
}

beforeEach(() => {
  answer(getConfig, () => configWith({ publicKey: 'AQID' }))
  answer(addPushSubscription, () => null)
  answer(removePushSubscription, () => null)
  window.localStorage.setItem('rootsquare.token', tokenFor(1))
})

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

function show(): QueryClient {
  const client = currentQueryClient()
  client.clear()
  render(
    <QueryClientProvider client={client}>
      <PushSwitch />
    </QueryClientProvider>,
  )
  return client
}

const control = () => screen.findByRole('switch', { name: 'Push notifications' })

test('asks only after a press and sends the subscription to the server', async () => {
  const { ask, container, pushManager, current } = stubBrowser('default', 'granted')
  const client = show()
  expect(await control()).not.toBeChecked()
  expect(ask).not.toHaveBeenCalled()
  expect(container.register).not.toHaveBeenCalled()
  await userEvent.click(await control())
  await waitFor(async () => expect(await control()).toBeChecked())
  expect(container.register).toHaveBeenCalledWith('/service-worker.js')
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'AQID' })
  await waitFor(() => expect(callsOf(addPushSubscription)[0]?.body).toEqual({ endpoint, keys }))
  // While a change is sent, the switch takes no other.
  await waitFor(() => expect(client.isMutating()).toBe(0))

  await userEvent.click(await control())
  await waitFor(async () => expect(await control()).not.toBeChecked())
  expect(callsOf(removePushSubscription)[0]?.body).toEqual({ endpoint })
  await waitFor(() => expect(current()).toBeNull())
})

test('says how to allow pushes that the browser blocks', async () => {
  stubBrowser('denied')
  show()
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeInTheDocument()
})

test('stays off when the question is dismissed', async () => {
  stubBrowser('default')
  show()
  await userEvent.click(await control())
  await screen.findByText(/not allowed to show notifications/)
  expect(await control()).not.toBeChecked()
})

test('says that the browser or the server supports no pushes', async () => {
  show()
  await screen.findByText(/does not support push notifications/)
  stubBrowser('default')
  cleanup()
  answer(getConfig, () => configWith(null))
  show()
  expect(await screen.findByText('This server sends no push notifications.')).toBeInTheDocument()
})

test('shows why the server rejected it and stays off', async () => {
  stubBrowser('granted')
  answer(addPushSubscription, () => Promise.reject(new Rejection(400, 'Not this endpoint.')))
  show()
  await userEvent.click(await control())
  expect(await screen.findByRole('alert')).toHaveTextContent('Not this endpoint.')
  expect(await control()).not.toBeChecked()
})

test('the next start renews the subscription and ends that of another member', async () => {
  const { pushManager, current } = stubBrowser('granted')
  window.localStorage.setItem('rootsquare.push', '1')
  await confirmPush(1, 'AQID')
  await confirmPush(1, 'AQID')
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
  expect(callsOf(addPushSubscription)).toHaveLength(2)
  await confirmPush(1, 'BBBB')
  expect(pushManager.subscribe).toHaveBeenCalledTimes(2)
  await confirmPush(2, 'AQID')
  expect(current()).toBeNull()
  expect(window.localStorage.getItem('rootsquare.push')).toBeNull()
})

test('a log-out ends the subscription in this browser', async () => {
  const { current, pushManager } = stubBrowser('granted')
  allowUnanswered()
  answer(logout, () => null)
  await pushManager.subscribe({})
  window.localStorage.setItem('rootsquare.push', '1')
  await openApp('/logout')
  await waitFor(() => expect(current()).toBeNull())
  await waitFor(() => expect(window.localStorage.getItem('rootsquare.push')).toBeNull())
})

test('the link in the mail unsubscribes after a press', async () => {
  answer(unsubscribe, () => null)
  window.localStorage.clear()
  await openApp('/unsubscribe?token=1.signed', { isVisitor: true })
  await screen.findByRole('heading', { name: 'Weekly mail' })
  expect(callsOf(unsubscribe)).toEqual([])
  await press('Unsubscribe')
  await screen.findByText('You will get no more weekly mails.')
  expect(callsOf(unsubscribe)[0]?.query).toEqual({ token: '1.signed' })
})
