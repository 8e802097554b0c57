import { afterAll, expect, onTestFinished } from 'vitest'
import { buildMembers } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { startFakePaystack, type FakePaystack, type Fault } from '#api/test/fakes/paystack.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'

type Signed = { token: string }
type Which = { orderId: number; transactionRef: string }
type SaleOptions = { stock?: number } & NonNullable<Parameters<typeof buildOrder>[3]>

/** An app and the provider it pays with, both stopped after the tests of the file. */
export async function startWithProvider(options: Parameters<typeof testApp>[0] = {}) {
  const provider = await startFakePaystack()
  const app = await testApp({ ...options, settings: provider.settings })
  afterAll(async () => {
    await app.stop()
    await provider.stop()
  })
  return { app, provider }
}

export const balanceTooLow = {
  reply: { status: 400, body: { status: false, message: 'Balance too low', code: 'insufficient_balance' } },
}

/** Sets the provider’s next answers for refunds of this payment only, not for those that other tests left. */
export function refuseRefunds(
  provider: FakePaystack,
  { transactionRef }: Pick<Which, 'transactionRef'>,
  ...answers: Fault[]
): void {
  provider.by(({ call, body }) => {
    const isIts = call === 'refund' && JSON.stringify(body).includes(`"${transactionRef}"`)
    return isIts ? (answers.shift() ?? null) : null
  })
  onTestFinished(() => provider.by(() => null))
}

/** A buyer with an order of one item. */
export async function buildSale(app: TestApp, { stock = 3, ...options }: SaleOptions = {}) {
  const [buyer, seller] = await buildMembers(app, 2)
  const item = await buildItem(app, seller, { stock })
  const order = await buildOrder(app, buyer, [{ item }], options)
  return { buyer, seller, item, order }
}

/** A sale whose payment page is open. */
export async function openSale(app: TestApp, options: SaleOptions = {}) {
  const sale = await buildSale(app, options)
  expect((await initiate(app, sale.buyer, sale.order)).status).toBe(200)
  return sale
}

export const initiate = (
  app: TestApp,
  { token }: Signed,
  { transactionRef }: Pick<Which, 'transactionRef'>,
  { callbackUrl, headers = {} }: { callbackUrl?: string; headers?: Record<string, string> } = {},
) =>
  app.call('POST', '/payment/initiate', {
    token,
    headers,
    body: {
      transactionRef,
      callbackUrl: callbackUrl ?? `${app.deps.settings.publicUrl}/my-order/${transactionRef}`,
    },
  })

export const verify = (app: TestApp, { token }: Signed, { transactionRef }: Pick<Which, 'transactionRef'>) =>
  app.call('POST', `/payment/verify/${transactionRef}`, { token })

export const cancel = (app: TestApp, { token }: Signed, { orderId }: Pick<Which, 'orderId'>) =>
  app.call('PATCH', `/cart/cancel/order/${orderId}`, { token })

/** `page` is the reference of one of several payments. */
export const decideHeld = (
  app: TestApp,
  { token }: Signed,
  { transactionRef, page }: Which & { page?: string },
  action: string,
) => app.call('POST', `/payment/held/${transactionRef}`, { token, body: { action, reference: page } })

/** The rows of the table. */
export const attemptsOf = ({ deps }: TestApp, { orderId }: Which) =>
  deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()

export const refundsOf = ({ deps }: TestApp, { orderId }: Which) =>
  deps.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

export const orderRow = ({ deps }: TestApp, { orderId }: Which) =>
  deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

export async function statusOf(app: TestApp, order: Which): Promise<string> {
  return (await orderRow(app, order)).status
}
