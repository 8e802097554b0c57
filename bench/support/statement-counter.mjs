import { connect, createServer } from 'node:net'

/**
 * Stands between a program and its database and counts the statements with parameters that pass, as the database gets
 * them; begin and commit have none.
 */
export async function countStatements(url) {
  const address = new URL(url)
  const target = targetOf(address)
  const counter = { count: 0 }
  const server = createServer((client) => {
    const database = connect(target)
    client.on(
      'data',
      messagesOf((type) => (counter.count += type === 'E' ? 1 : 0)),
    )
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) socket.on('error', () => socket.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  address.host = `127.0.0.1:${server.address().port}`
  address.searchParams.delete('host')
  return Object.assign(counter, { url: address.href, close: () => server.close() })
}

function targetOf({ hostname, port, searchParams }) {
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port) }
}

/** Calls `take` with the type of each message. The first of a connection has none: it begins with its length. */
function messagesOf(take) {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      if (typeBytes > 0) take(String.fromCharCode(rest[0]))
      rest = rest.subarray(end)
      typeBytes = 1
    }
  }
}
