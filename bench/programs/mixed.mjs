import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../api/src/features/accounts/password/password-hash.ts'
import { sandboxKey } from '../../api/src/ports/payments/payments.ts'
import { printStep, withLoad } from '../mixed/load.mjs'
import { openTarget } from '../mixed/target.mjs'
import { print } from '../support/product.mjs'

const number = (name, otherwise) => Number(process.env[name] ?? otherwise)
const sizes = { posts: number('POSTS', 200_000), items: number('ITEMS', 20_000) }
const stepSeconds = number('STEP_SECONDS', 20)
const overloadSeconds = number('OVERLOAD_SECONDS', 60)
const firstRate = number('FIRST_RATE', 100)
/** The time between two calls of a member who reads and writes. */
const thinkSeconds = number('THINK_SECONDS', 10)
const limits = { errorShare: 0.001, p99: number('P99_MS', 250), overloadTimes: 2 }
const password = 'Adire2026!'

/** Finds how many calls of the mix a second the product handles in time, and what it does with three times as many. */
export async function run() {
  const target = await openTarget()
  return withLoad(target, sizes, async (load) => {
    print('\nWarming up …')
    await load.run({ rate: firstRate / 2, seconds: stepSeconds / 2 })
    const held = await findHeldRate(load)
    if (!held) return false
    print(
      `\nheld: ${held.accepted.toFixed(0)} calls/s with p99 ${held.p99.toFixed(0)} ms (at most ${limits.p99})`,
    )
    return overload(target, load, held)
  })
}

const isHeld = ({ failed, sent, p99 }) => failed / sent < limits.errorShare && p99 < limits.p99

/**
 * Raises the rate in steps of a half until one is not sustained, then tries twice between the last two. The server drains
 * after each.
 */
async function findHeldRate(load) {
  const tryRate = async (rate) => {
    const step = await load.run({ rate, seconds: stepSeconds })
    printStep(step, thinkSeconds)
    await sleep(3000)
    return step
  }
  let held
  let rate = firstRate
  let step = await tryRate(rate)
  for (; isHeld(step); step = await tryRate(rate)) {
    held = step
    rate *= 1.5
  }
  if (!held) print(`Not even ${firstRate} calls/s are held: try a lower FIRST_RATE.`)
  for (let turn = 0; held && turn < 2; turn += 1) {
    const between = (held.rate + rate) / 2
    const next = await tryRate(between)
    if (isHeld(next)) held = next
    else rate = between
  }
  return held
}

async function overload(target, load, held) {
  const probes = await openProbes(target, load)
  const rate = 3 * held.rate
  print(`\nThree times as many (${rate.toFixed(0)}/s) for ${overloadSeconds} s`)
  const step = await load.run({ rate, seconds: overloadSeconds })
  const failedProbes = await probes.end()
  printStep(step, thinkSeconds)
  const times = step.p99 / held.p99
  const others = step.failed - step.shed
  print(
    `shed: ${((100 * step.shed) / step.sent).toFixed(1)} %, ${step.withoutRetryAfter} without Retry-After (0 allowed)`,
  )
  print(`failed otherwise: ${others} (at most ${limits.errorShare * 100} %)`)
  print(
    `p99 of accepted calls: ${times.toFixed(2)} times that at the held rate (at most ${limits.overloadTimes})`,
  )
  print(
    `log-in, payment and webhook: ${failedProbes.length} of ${probes.sent()} failed (0 allowed) ${failedProbes.slice(0, 5)}`,
  )
  await sleep(5000)
  const after = await load.run({ rate: held.rate / 2, seconds: stepSeconds / 2 })
  print('\nAfterwards, at half the held rate')
  printStep(after, thinkSeconds)
  return (
    step.shed > 0 &&
    step.withoutRetryAfter + failedProbes.length === 0 &&
    others / step.sent < limits.errorShare &&
    times <= limits.overloadTimes &&
    isHeld(after)
  )
}

/** Calls once a second what must keep working: a log-in, a cart, a payment check, and an event of the provider. */
async function openProbes({ db, jwtSecret }, { url, members }) {
  const [member] = members
  const password_hash = await hashPassword(password)
  await db.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute()
  const event = JSON.stringify({ event: 'charge.success', data: { reference: 'none-of-ours' } })
  const signature = createHmac('sha512', sandboxKey(jwtSecret)).update(event).digest('hex')
  const json = { 'content-type': 'application/json' }
  const authorization = `Bearer ${member.token}`
  const login = JSON.stringify({ username: `member${member.id}`, userSecret: password })
  const requests = [
    ['log-in', 200, '/login', { method: 'POST', headers: json, body: login }],
    ['quote', 200, '/cart/quote', { headers: { authorization } }],
    ['payment', 404, '/payment/verify/none-of-ours', { method: 'POST', headers: { authorization } }],
    [
      'webhook',
      200,
      '/payment/webhook',
      { method: 'POST', headers: { ...json, 'x-paystack-signature': signature }, body: event },
    ],
  ]
  const failures = []
  const open = []
  const send = async ([name, expected, path, options]) => {
    const answer = await fetch(`${url}/api${path}`, options).catch(() => ({ status: 0 }))
    if (answer.status !== expected) failures.push(`${name} ${answer.status}`)
  }
  const timer = setInterval(() => open.push(...requests.map(send)), 1000)
  return {
    sent: () => open.length,
    async end() {
      clearInterval(timer)
      await Promise.all(open)
      return failures
    },
  }
}
