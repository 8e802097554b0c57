import { onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@rootsquare/contract/lib/endpoint'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import { handlerTimeoutMs } from './timeout.ts'
import { serve } from './serve.ts'

const never = (method: 'GET' | 'POST') =>
  endpoint({
    method,
    path: '/test/never',
    access: 'public',
    summary: 'Waits for what does not come',
    ...(method === 'POST' && { body: z.object({ words: z.string() }) }),
    reply: z.null(),
  })

test.each(['GET', 'POST'] as const)('%s: a handler that hangs is a 503', async (method) => {
  const begun = Promise.withResolvers<void>()
  const wait = () => (begun.resolve(), new Promise<never>(() => {}))
  const app = await temporaryApp({ extraRoutes: [(app) => serve(app, never(method), wait)] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = method === 'POST' ? { words: 'Is anybody there?' } : undefined
  const answer = app.call(method, '/test/never', { body })
  await begun.promise
  vi.advanceTimersByTime(handlerTimeoutMs)
  expectFailure(await answer, 503, 'UNAVAILABLE')
})

test('a hanging access check is a 503 before the body counts as late', async () => {
  const app = await temporaryApp()
  const { token } = await buildMember(app)
  const request = Promise.withResolvers<void>()
  const connect = vi.spyOn(app.deps.pool, 'connect')
  connect.mockImplementation(() => (request.resolve(), new Promise<never>(() => {})))
  onTestFinished(() => connect.mockRestore())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = app.call('POST', '/post/user/create', { token, body: { caption: 'Slow' } })
  await request.promise
  vi.advanceTimersByTime(14_000)
  expectFailure(await answer, 503, 'UNAVAILABLE')
})
