import { expect, onTestFinished, test, vi } from 'vitest'
import { systemMessagesTo } from '#api/test/builders/members.ts'
import { stockOf } from '#api/test/builders/orders.ts'
import { attemptsOf, buildSale, openSale, statusOf, startWithProvider } from '#api/test/builders/payments.ts'
import { sweep } from './payment-sweeper.ts'

const { app, provider } = await startWithProvider()

const minute = 60_000
const asksOf = ({ transactionRef }: { transactionRef: string }) =>
  provider.requests.filter(({ call, path }) => call === 'verify' && path.endsWith(transactionRef)).length

test('finds a payment without an event within two minutes, once', async () => {
  const { buyer, order } = await openSale(app)
  provider.pay(order.transactionRef)
  const before = asksOf(order)
  await sweep(app.deps)
  expect(asksOf(order)).toBe(before)
  app.clock.move(minute)
  await Promise.all([sweep(app.deps), sweep(app.deps)])
  expect(await statusOf(app, order)).toBe('PROCESSING')
  expect(asksOf(order)).toBe(before + 1)
  expect(await systemMessagesTo(app, buyer)).toHaveLength(1)
})

test('ends an unpaid order in time and returns its stock once', async () => {
  const [paged, bare] = [await openSale(app), await buildSale(app)]
  app.clock.move(61 * minute)
  await Promise.all([sweep(app.deps), sweep(app.deps)])
  for (const { buyer, seller, item, order } of [paged, bare]) {
    expect(await statusOf(app, order)).toBe('FAILED')
    expect(await stockOf(app, item)).toBe(3)
    expect(await systemMessagesTo(app, buyer)).toEqual([expect.stringContaining('was not paid in time')])
    expect(await systemMessagesTo(app, seller)).toEqual([])
  }
})

test('ends no order that was just paid or while the provider is silent', async () => {
  const { item, order } = await openSale(app)
  app.clock.move(61 * minute)
  provider.pay(order.transactionRef)
  provider.always('verify', 'error')
  await sweep(app.deps)
  expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PENDING', 2])
  provider.always('verify', null)
  app.clock.move(minute)
  await sweep(app.deps)
  expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PROCESSING', 2])
})

/** Builds pages about which the provider never answers. */
async function silent(count: number) {
  const sales = []
  for (let at = 0; at < count; at += 1) sales.push(await openSale(app))
  const refs = sales.map(({ order }) => order.transactionRef)
  provider.by(({ path }) => (refs.some((ref) => path.endsWith(ref)) ? 'error' : null))
  onTestFinished(() => provider.by(() => null))
}

test('does not delay other orders behind one without an answer', async () => {
  await silent(11)
  const [bare, paged] = [await buildSale(app), await openSale(app)]
  app.clock.move(61 * minute)
  await sweep(app.deps)
  expect([await statusOf(app, bare.order), await stockOf(app, bare.item)]).toEqual(['FAILED', 3])
  for (let run = 0; run < 2; run += 1) {
    app.clock.move(minute)
    await sweep(app.deps)
  }
  expect([await statusOf(app, paged.order), await stockOf(app, paged.item)]).toEqual(['FAILED', 3])
})

test('finds a payment behind pages without an answer', async () => {
  await silent(11)
  const { order } = await openSale(app)
  provider.pay(order.transactionRef)
  for (let run = 0; run < 3; run += 1) {
    app.clock.move(minute)
    await sweep(app.deps)
  }
  expect(await statusOf(app, order)).toBe('PROCESSING')
})

test('throws the error of one payment after all were polled', async () => {
  const [broken, { order }] = [await openSale(app), await openSale(app)]
  provider.pay(order.transactionRef)
  const { verify } = app.deps.payments
  const spy = vi.spyOn(app.deps.payments, 'verify').mockImplementation(async (reference) => {
    if (reference === broken.order.transactionRef) throw new TypeError('not ripe')
    return verify(reference)
  })
  onTestFinished(() => spy.mockRestore())
  app.clock.move(minute)
  await expect(sweep(app.deps)).rejects.toThrow(AggregateError)
  expect(await statusOf(app, order)).toBe('PROCESSING')
})

test('does not end a held order', async () => {
  const { item, order } = await buildSale(app, { isHeld: true })
  app.clock.move(61 * minute)
  await sweep(app.deps)
  expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PENDING', 2])
})

test('polls the page of an ended order less and less for 30 days', async () => {
  const { order } = await openSale(app)
  const pauses: number[] = []
  app.clock.move(61 * minute)
  for (let nth = 0; nth < 12; nth += 1) {
    await sweep(app.deps)
    const next = (await attemptsOf(app, order))[0]?.next_poll_at
    const pause = (next?.getTime() ?? 0) - app.clock.now().getTime()
    pauses.push(Math.round(pause / minute))
    app.clock.move(pause + 1000)
  }
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
  expect([pauses[0], pauses.at(-1)]).toEqual([1, 360])
  app.clock.move(30 * 24 * 60 * minute)
  await sweep(app.deps)
  expect(await attemptsOf(app, order)).toMatchObject([{ state: 'OPEN', next_poll_at: null }])
})
