import { request } from 'node:http'

/** Reads one stream of events and, when the connection is cut, continues after the last event, until `close`. */
export function readEvents(address, { token, onEvent, isLasting = false }) {
  const { promise: opened, resolve, reject } = Promise.withResolvers()
  const state = { address, token, onEvent, isLasting, whenOpen: resolve, whenRejected: reject, isOver: false }
  open(state)
  return {
    opened,
    close() {
      state.isOver = true
      state.request.destroy()
    },
  }
}

function open(state) {
  const headers = {
    ...(state.token && { authorization: `Bearer ${state.token}` }),
    ...(state.lastEventId !== undefined && { 'last-event-id': state.lastEventId }),
  }
  state.request = request(state.address(), { headers, agent: false }, (answer) => read(state, answer))
  state.request.on('error', () => {})
  state.request.on('close', () => {
    if (state.isLasting && !state.isOver) setTimeout(open, 100 + Math.random() * 400, state)
  })
  state.request.end()
}

function read(state, answer) {
  if (answer.statusCode !== 200) {
    state.whenRejected(new Error(`A stream was rejected: ${answer.statusCode}.`))
    return answer.resume()
  }
  let rest = ''
  answer.setEncoding('utf8')
  answer.on('error', () => {})
  answer.on('data', (text) => {
    state.whenOpen()
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) take(state, block)
  })
}

function take(state, block) {
  const lines = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  if (lines.id !== undefined) state.lastEventId = lines.id
  if (lines.event !== undefined) state.onEvent(lines.event, JSON.parse(lines.data))
}
