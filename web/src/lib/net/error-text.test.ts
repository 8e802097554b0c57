import { listGroups } from '@rootsquare/contract/groups'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/lib/net/call.ts'
import { errorText, errorTextWithRetry } from '#web/lib/net/error-text.ts'

const noResponse = 'No response from the server. Please check your network connection.'

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: { getItem: () => null } })
})

/** Returns the error of a call with this response. */
async function failureOf(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', answer)
  return call(listGroups, { query: {} }).then(
    () => undefined,
    (failure: unknown) => failure,
  )
}

const answered = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }))

test.each([
  ['several sentences, joined', 400, { error: ['First', 'second'], message: 'unused' }, 'First, second'],
  ['one sentence instead of a list', 400, { error: 'Just this.', message: 'unused' }, 'Just this.'],
  ['the message, where there is no sentence', 429, { message: 'Too many tries.' }, 'Too many tries.'],
  ['that it may work later, after a fault', 500, { error: ['Away'] }, 'Away, please try again later.'],
  ['that it may work later, after any fault', 503, { message: 'Soon' }, 'Soon, please try again later.'],
])('says %s', async (_, status, body, text) => {
  expect(errorTextWithRetry(await failureOf(answered(status, JSON.stringify(body))))).toBe(text)
})

test.each([
  [502, 'An unexpected error occurred., please try again later.'],
  [418, 'An unexpected error occurred.'],
  [200, 'An unexpected error occurred.'],
])('has its own text for a %i that is not from our server', async (status, text) => {
  expect(errorTextWithRetry(await failureOf(answered(status, '<h1>Bad gateway</h1>')))).toBe(text)
})

test('reports that there was no response', async () => {
  const failure = await failureOf(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(errorTextWithRetry(failure)).toBe(noResponse)
  expect(errorText(failure, 'unused')).toBe(noResponse)
})

test('uses the text of the screen if the server sends none', async () => {
  expect(errorText(await failureOf(answered(418, 'Teapot')), 'Not saved.')).toBe('Not saved.')
})
