import { readFileSync } from 'node:fs'
import './few-members.mjs'
import { mixOf, picker } from '../mixed/mix.mjs'
import { randomOf } from '../orders/random.mjs'

/** Is as long as our web app waits. */
const answeredWithinMs = 30_000
const picture = readFileSync(new URL('../../api/src/seed/assets/portraits/osaze-e.webp', import.meta.url))

/**
 * Sends the mix at `rate` calls a second and one upload a second, whatever the responses are, until `stop`. `calls` has the
 * result of each. Acknowledged writes are added to the ledger.
 */
export function openLoad({ url, rowCounts, members, rate, ledger }) {
  const load = {
    url,
    calls: [],
    open: new Set(),
    ledger,
    random: randomOf(20),
    pick: picker(mixOf(rowCounts)),
  }
  let dueAt = performance.now()
  /** Sends all calls that are due, because a busy machine skips ticks of a timer but members would not skip calls. */
  const sendDue = () => {
    for (; dueAt <= performance.now(); dueAt += 1000 / rate)
      track(load, sendOfMix(load, members[Math.floor(load.random() * members.length)]))
  }
  const timers = [setInterval(sendDue, 10), setInterval(() => track(load, upload(load, members[0])), 1000)]
  return {
    calls: load.calls,
    /** Sends one call in addition to the mix, and counts it too. */
    call: (request) => call(load, request),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(load.open)
    },
  }
}

function track({ open }, sending) {
  open.add(sending)
  void sending.finally(() => open.delete(sending))
}

let marks = 0

async function sendOfMix(load, member) {
  const entry = load.pick(load.random)
  const request = entry.call(member, load.random)
  const body = request.body && addMark(request.body, (marks += 1))
  const token = entry.isAnonymous ? undefined : member.token
  const answer = await call(load, { ...request, body, token, name: entry.name })
  if (answer.status < 200 || answer.status > 299) return
  entry.read?.(member, answer.text)
  const write = body && writeOf(entry.name, { member, body, answer })
  if (write) load.ledger.push(write)
}

/** Adds a mark, so that each text exists once. */
function addMark(body, mark) {
  const field = ['caption', 'comments', 'message'].find((name) => name in body)
  return field ? { ...body, [field]: `${body[field]} (${mark})` } : body
}

function writeOf(name, { member, body, answer }) {
  const { data } = JSON.parse(answer.text)
  if (name === 'post written') return { kind: 'post', id: data.id, text: body.caption }
  if (name === 'comment') return { kind: 'comment', id: data.id, text: body.comments }
  if (name === 'message') return { kind: 'message', id: data.chatId, text: body.message }
  if (name === 'cart add') return { kind: 'cart', memberId: member.id, itemId: body.itemId }
  return undefined
}

async function upload(load, { token }) {
  const form = new FormData()
  form.append('file', new Blob([picture]), 'portrait.webp')
  const { status, text } = await call(load, {
    method: 'POST',
    path: '/api/media/upload',
    token,
    form,
    name: 'upload',
  })
  if (status === 200) load.ledger.push({ kind: 'upload', url: JSON.parse(text).secure_url })
}

async function call({ url, calls }, { method, path, body, form, token, key, name }) {
  const entry = { name, sentAt: performance.now() }
  calls.push(entry)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  const signal = AbortSignal.timeout(answeredWithinMs)
  const options = {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: form ?? JSON.stringify(body) }),
  }
  const answer = await fetch(url + path, options)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => ({ status: 0, text: '' }))
  Object.assign(entry, { endedAt: performance.now(), status: answer.status })
  return answer
}
