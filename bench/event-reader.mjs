import { request } from 'node:http'

/** Reads one stream of events and, when the line is cut, goes on after the last it had, until `close`. */
export function readEvents(address, { token, hear, isLasting = false }) {
  const { promise: opened, resolve, reject } = Promise.withResolvers()
  const state = { address, token, hear, isLasting, whenOpen: resolve, whenRefused: reject, isOver: false }
  open(state)
  return {
    opened,
    close() {
      state.isOver = true
      state.asking.destroy()
    },
  }
}

function open(state) {
  const headers = {
    ...(state.token && { authorization: `Bearer ${state.token}` }),
    ...(state.lastEventId !== undefined && { 'last-event-id': state.lastEventId }),
  }
  state.asking = request(state.address(), { headers, agent: false }, (answer) => read(state, answer))
  state.asking.on('error', () => {})
  state.asking.on('close', () => {
    if (state.isLasting && !state.isOver) setTimeout(open, 100 + Math.random() * 400, state)
  })
  state.asking.end()
}

function read(state, answer) {
  if (answer.statusCode !== 200) {
    state.whenRefused(new Error(`A stream was refused: ${answer.statusCode}.`))
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
  if (lines.event !== undefined) state.hear(lines.event, JSON.parse(lines.data))
}
