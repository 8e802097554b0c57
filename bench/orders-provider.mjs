import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startFakePaystack } from '../api/src/test/fakes/paystack.ts'
import { chanceOf } from './orders-chance.mjs'

const copies = 3
const lostShare = 0.2
/** Where nobody tells of a refund whose answer was lost, it is for us to find out whether it was made. */
const lostRefundShare = 0.5
const tamperedShare = 0.05
/** A third come late, and so after others that were sent later. */
const slowShare = 0.3
const slowMilliseconds = 3000
const quickMilliseconds = 50
const mostTries = 100

/**
 * The provider at its worst, by a seed: what it tells comes three times, in any order, late or never; one amount in twenty is
 * not the one that was asked for; calls to it fail, some of them after they were done.
 */
export async function startProvider(seed) {
  const fake = await startFakePaystack()
  const chance = chanceOf(seed)
  const underWay = new Set()
  const counts = { seen: 0, lost: 0, told: 0, tampered: 0, askedTwice: 0 }
  const state = { fake, chance, underWay, ...counts, acknowledged: new Set() }
  /** References whose first page opens, but nobody is told where. */
  const mute = new Set()
  const misbehave = () => choose(state, (request) => faultOf(request, chance, mute))
  misbehave()
  return {
    ...fake,
    mute,
    counts: () => ({ ...state }),
    misbehave,
    /** It answers again as it should; what it has not told by now it never tells. */
    behave: () => choose(state, () => null),
    /** Digests of the events that were answered with 200. */
    acknowledged: state.acknowledged,
    /** Somebody pays on that page, and the nodes hear of it or not. */
    charge: (market, reference) => charge(state, market, reference),
    forge: (market, reference) => forge(state, market, reference),
    /** Tells of refunds that were made since the last time. */
    tellRefunds: (market) => tellRefunds(state, market),
    /** Until everything that was to be told has been told. */
    async quiet() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

function choose(state, choice) {
  state.fake.by((request) => {
    if (isMade(state.fake, request)) state.askedTwice += 1
    return choice(request)
  })
}

/** A refund that was asked for and made, and is asked for again. */
const isMade = ({ refunds }, { call, body }) =>
  call === 'refund' &&
  refunds.some((one) => one.reference === body.transaction && one.merchant_note === body.merchant_note)

function faultOf({ call, body }, chance, mute) {
  if (call === 'initialize' && mute.delete(body?.reference)) return 'lost'
  const luck = chance()
  if (call === 'initialize') return pickBy(luck, { error: 0.01, lost: 0.01, malformed: 0.005 })
  if (call === 'refund') return pickBy(luck, { lost: 0.15, errorAfter: 0.15, error: 0.1, cut: 0.05 })
  return pickBy(luck, { error: 0.02, cut: 0.02 })
}

function pickBy(luck, shares) {
  let sum = 0
  for (const [name, share] of Object.entries(shares)) {
    sum += share
    if (luck < sum) return name
  }
  return null
}

function charge(state, market, reference) {
  const { fake, chance } = state
  const { requested_amount: asked } = fake.transactions.get(reference)
  fake.pay(reference, chance() < tamperedShare ? tamper(state, asked) : {})
  if (chance() < lostShare) {
    state.lost += 1
    return
  }
  const event = fake.chargeEvent(reference)
  // What the event itself says of the amount is not to be believed either.
  if (chance() < tamperedShare) event.data.amount *= 100
  tell(state, market, event, copies)
}

function tamper(state, asked) {
  state.tampered += 1
  if (state.chance() < 0.5) return { amount: asked - 1 - Math.floor(state.chance() * (asked - 1)) }
  return { amount: 5000, requested_amount: 5000 }
}

/** As if paid, by somebody who does not know the key: the statuses it was answered with. */
function forge({ fake }, { nodes }, reference) {
  const event = fake.chargeEvent(reference)
  return fake.sendWebhook(
    nodes[0].url,
    { ...event, data: { ...event.data, status: 'success' } },
    { badSignature: true },
  )
}

const told = ['processing', 'processed']

function tellRefunds(state, market) {
  const { fake, chance } = state
  const fresh = fake.refunds.slice(state.seen)
  state.seen = fake.refunds.length
  for (const { id } of fresh) {
    if (chance() < lostRefundShare) continue
    for (const status of chance() < 0.5 ? told : told.toReversed())
      tell(state, market, fake.refundEvent(String(id), status), 1 + Math.floor(chance() * copies))
  }
}

function tell(state, market, event, times) {
  const { chance, underWay } = state
  for (let copy = 0; copy < times; copy += 1) {
    const milliseconds = chance() * (chance() < slowShare ? slowMilliseconds : quickMilliseconds)
    const sending = sendLate(state, market, event, milliseconds)
    underWay.add(sending)
    void sending.finally(() => underWay.delete(sending))
  }
}

/** Again and again until it is answered with 200, as the real one does, only sooner. */
async function sendLate(state, { nodes }, event, milliseconds) {
  await setTimeout(milliseconds)
  for (let nth = 0; nth < mostTries; nth += 1) {
    const { url } = nodes[Math.floor(state.chance() * nodes.length)]
    const [status] = await state.fake.sendWebhook(url, event).catch(() => [0])
    if (status === 200) {
      state.told += 1
      state.acknowledged.add(createHash('sha256').update(JSON.stringify(event)).digest('hex'))
      return
    }
    await setTimeout(200)
  }
  throw new Error('An event was not taken.')
}
