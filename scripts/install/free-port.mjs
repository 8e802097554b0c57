import { createServer } from 'node:net'

/** Returns an error text if the port is in use, so that it is shown before minutes of installing. */
export async function portErrorText({ PORT, HOST }) {
  // An empty variable counts as unset, as in the product.
  const port = Number(PORT || 3000)
  // The product itself reports an invalid port, because it knows the rules of all settings.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined
  const code = await openingError(port, HOST || '127.0.0.1')
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use. Stop what runs there, or set PORT to another number.`
  if (code === 'EACCES') return `PORT ${port} may not be opened by this user. Choose one above 1023.`
  return undefined
}

function openingError(port, host) {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
