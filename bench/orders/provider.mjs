import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startFakePaystack } from '../../api/src/test/fakes/paystack.ts'
import { randomOf } from './random.mjs'

const copies = 3
const lostShare = 0.2
/** The share of lost events of refunds whose response was lost, for which the product must find out by itself. */
const lostRefundShare = 0.5
const tamperedShare = 0.05
/** A third of the events arrive late, and so after others that were sent later. */
const slowShare = 0.3
const slowMilliseconds = 3000
const quickMilliseconds = 50
const maxTries = 100

/**
 * Starts a provider that misbehaves, by a seed. Its events arrive three times, in any order, late or never. One amount in
 * twenty is wrong. Calls to it fail, some of them after they were processed.
 */
export async function startProvider(seed) {
  const fake = await startFakePaystack()
  const chance = randomOf(seed)
  const underWay = new Set()
  const counts = { seen: 0, lost: 0, sent: 0, tampered: 0, requestedTwice: 0 }
  const state = { fake, chance, underWay, ...counts, acknowledged: new Set() }
  /** Contains references whose first page opens although the response is lost. */
  const lostPages = new Set()
  const misbehave = () => choose(state, (request) => faultOf(request, chance, lostPages))
  misbehave()
  return {
    ...fake,
    lostPages,
    counts: () => ({ ...state }),
    misbehave,
    /** Makes it respond correctly. Events that were not sent by now are never sent. */
    behave: () => choose(state, () => null),
    /** Contains digests of the events that got a 200. */
    acknowledged: state.acknowledged,
    /** Pays on that page. The event is sent or lost. */
    charge: (market, reference) => charge(state, market, reference),
    forge: (market, reference) => forge(state, market, reference),
    /** Sends the events of refunds that were made since the last call. */
    sendRefundEvents: (market) => sendRefundEvents(state, market),
    /** Ends the transfer in this way, and sends its event three times or never. */
    endTransfer(market, reference, status) {
      const event = fake.transferEvent(reference, status)
      if (chance() >= lostShare) sendEvent(state, market, event, copies)
    },
    /** Waits until all events are sent. */
    async whenSent() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

function choose(state, choice) {
  state.fake.by((request) => {
    if (isMade(state.fake, request)) state.requestedTwice += 1
    return choice(request)
  })
}

/** Returns whether the request repeats a refund that was made before. */
const isMade = ({ refunds }, { call, body }) =>
  call === 'refund' &&
  refunds.some((one) => one.reference === body.transaction && one.merchant_note === body.merchant_note)

function faultOf({ call, body }, chance, lostPages) {
  if (call === 'initialize' && lostPages.delete(body?.reference)) return 'lost'
  const luck = chance()
  if (call === 'initialize') return pickBy(luck, { error: 0.01, lost: 0.01, malformed: 0.005 })
  if (call === 'transfer') return pickBy(luck, { lost: 0.1, errorAfter: 0.1, error: 0.1, cut: 0.05 })
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
  const { requested_amount: requested } = fake.transactions.get(reference)
  fake.pay(reference, chance() < tamperedShare ? tamper(state, requested) : {})
  if (chance() < lostShare) {
    state.lost += 1
    return
  }
  const event = fake.chargeEvent(reference)
  // The event has a wrong amount too, because the product must not trust it.
  if (chance() < tamperedShare) event.data.amount *= 100
  sendEvent(state, market, event, copies)
}

function tamper(state, requested) {
  state.tampered += 1
  if (state.chance() < 0.5) return { amount: requested - 1 - Math.floor(state.chance() * (requested - 1)) }
  return { amount: 5000, requested_amount: 5000 }
}

/** Sends an event with a wrong signature, and returns the statuses. */
function forge({ fake }, { nodes }, reference) {
  const event = fake.chargeEvent(reference)
  return fake.sendWebhook(
    nodes[0].url,
    { ...event, data: { ...event.data, status: 'success' } },
    { badSignature: true },
  )
}

const refundStatuses = ['processing', 'processed']

function sendRefundEvents(state, market) {
  const { fake, chance } = state
  const fresh = fake.refunds.slice(state.seen)
  state.seen = fake.refunds.length
  for (const { id } of fresh) {
    if (chance() < lostRefundShare) continue
    for (const status of chance() < 0.5 ? refundStatuses : refundStatuses.toReversed())
      sendEvent(state, market, fake.refundEvent(String(id), status), 1 + Math.floor(chance() * copies))
  }
}

function sendEvent(state, market, event, times) {
  const { chance, underWay } = state
  for (let copy = 0; copy < times; copy += 1) {
    const milliseconds = chance() * (chance() < slowShare ? slowMilliseconds : quickMilliseconds)
    const sending = sendLate(state, market, event, milliseconds)
    underWay.add(sending)
    void sending.finally(() => underWay.delete(sending))
  }
}

/** Sends an event until it gets a 200, as the real provider does, but at shorter intervals. */
async function sendLate(state, { nodes }, event, milliseconds) {
  await setTimeout(milliseconds)
  for (let nth = 0; nth < maxTries; nth += 1) {
    const { url } = nodes[Math.floor(state.chance() * nodes.length)]
    const [status] = await state.fake.sendWebhook(url, event).catch(() => [0])
    if (status === 200) {
      state.sent += 1
      state.acknowledged.add(createHash('sha256').update(JSON.stringify(event)).digest('hex'))
      return
    }
    await setTimeout(200)
  }
  throw new Error('An event was not accepted.')
}
