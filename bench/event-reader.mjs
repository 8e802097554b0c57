import { request } from 'node:http'

/** Reads one stream of events and, when the line is cut, goes on after the last it had, until `close`. */
export function readEvents(address, { token, hear, isLasting = false }) {
  let lastEventId
  let isOver = false
  let current
  let ready
  const opened = new Promise((resolve) => {
    ready = resolve
  })

  function open() {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    }
    let rest = ''
    current = request(address(), { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return answer.resume()
      answer.setEncoding('utf8')
      answer.on('data', (text) => {
        ready()
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop()
        for (const block of blocks) take(block)
      })
      answer.on('error', () => {})
    })
    current.on('error', () => {})
    current.on('close', () => {
      if (isLasting && !isOver) setTimeout(open, 100 + Math.random() * 400)
    })
    current.end()
  }

  function take(block) {
    const lines = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    if (lines.id !== undefined) lastEventId = lines.id
    if (lines.event !== undefined) hear(lines.event, JSON.parse(lines.data))
  }

  open()
  return {
    opened,
    close() {
      isOver = true
      current.destroy()
    },
  }
}
