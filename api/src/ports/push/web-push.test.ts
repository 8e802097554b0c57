import { createServer, type Server } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { publicLookup } from '#api/ports/http/public-address.ts'
import { startPushService } from '#api/test/fakes/push.ts'
import { makePrivateKey, webPush } from './web-push.ts'

const options = {
  privateKey: makePrivateKey(),
  mailFrom: 'Rootsquare <hello@square.example>',
  allowsLocal: true,
}
const content = JSON.stringify({ title: 'Rootsquare', body: 'Ẹ káàbọ̀', tag: '7', url: '/post/7', unread: 2 })
const message = { content, topic: 'notification-7', ttlSeconds: 60, urgency: 'normal' } as const

async function service() {
  const started = await startPushService()
  onTestFinished(() => started.stop())
  return started
}

function targetOf({ endpoint, keys }: ReturnType<Awaited<ReturnType<typeof service>>['subscribe']>) {
  return { member_id: 7, endpoint, ...keys }
}

test('a message arrives encrypted, signed and with its headers', async () => {
  const { subscribe, received, complaints } = await service()
  const push = webPush(options)
  expect(await push.send(targetOf(subscribe()), message)).toBe('accepted')
  expect(complaints).toEqual([])
  expect(received).toMatchObject([
    {
      content: JSON.parse(content),
      headers: { ttl: '60', urgency: 'normal', topic: 'notification-7' },
      vapid: { subject: 'mailto:hello@square.example', publicKey: push.publicKey },
    },
  ])
})

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [400, 'rejected'],
  [403, 'rejected'],
  [413, 'rejected'],
  [302, 'rejected'],
] as const)('an answer of %i means %s', async (status, result) => {
  const { subscribe } = await service()
  expect(await webPush(options).send(targetOf(subscribe(status)), message)).toBe(result)
})

test.each([408, 429, 500, 503])('retries after a response of %i', async (status) => {
  const { subscribe } = await service()
  await expect(webPush(options).send(targetOf(subscribe(status)), message)).rejects.toThrow(String(status))
})

test('gives up on a service that hangs, and no error names its address', async () => {
  const { subscribe } = await service()
  const target = targetOf(subscribe('hang'))
  const push = webPush({ ...options, times: { connectMs: 500, totalMs: 500 } })
  const failure: unknown = await push.send(target, message).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'NoResponse', hasTimedOut: true })
  expect(JSON.stringify(failure)).not.toContain(target.endpoint)
})

test('a service that hangs pauses the pushes to its member only', async () => {
  const { subscribe } = await service()
  const push = webPush({ ...options, times: { connectMs: 500, totalMs: 500 } })
  await expect(push.send(targetOf(subscribe('hang')), message)).rejects.toThrow('too late')
  const other = targetOf(subscribe())
  await expect(push.send(other, message)).rejects.toThrow('did not answer lately')
  expect(await push.send({ ...other, member_id: 8 }, message)).toBe('accepted')
})

test('the pause ends', async () => {
  const { subscribe } = await service()
  const push = webPush({ ...options, times: { connectMs: 500, totalMs: 500 }, pauseMs: 0 })
  await expect(push.send(targetOf(subscribe('hang')), message)).rejects.toThrow('too late')
  expect(await push.send(targetOf(subscribe()), message)).toBe('accepted')
})

test('never connects to a name that leads to this machine', async () => {
  const { subscribe, received } = await service()
  const { keys } = subscribe()
  const { port, connections } = await countingServer()
  const lookup = publicLookup((_name, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]),
  )
  const push = webPush({ ...options, allowsLocal: false, lookup })
  const target = { member_id: 7, endpoint: `https://push.example.com:${port}/send/1`, ...keys }
  expect(await push.send(target, message)).toBe('gone')
  expect([received.length, connections()]).toEqual([0, 0])
})

test('accepts only https and public addresses', () => {
  const { accepts } = webPush({ ...options, allowsLocal: false })
  const isAccepted = (address: string) => accepts(new URL(address))
  expect(isAccepted('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true)
  expect(isAccepted('https://8.8.8.8/abc')).toBe(true)
  for (const address of ['http://push.example.com/', 'https://10.0.0.1/', 'https://a:b@push.example.com/']) {
    expect([address, isAccepted(address)]).toEqual([address, false])
  }
  expect(webPush(options).accepts(new URL('http://127.0.0.1:9/'))).toBe(true)
})

async function countingServer() {
  let count = 0
  const server: Server = createServer().on('connection', () => (count += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    connections: () => count,
  }
}
