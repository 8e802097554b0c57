import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that stays while what stands behind it changes. */
export async function openProxy() {
  let inner = 0
  let bytesLeft = Infinity
  const open = new Set<Socket>()
  const proxy = createServer((outside) => {
    if (bytesLeft <= 0) return void outside.destroy()
    const inside = connect(inner, '127.0.0.1')
    closeTogether([outside, inside], open)
    outside.on('data', ({ length }) => {
      bytesLeft -= length
      if (bytesLeft > 0) return
      for (const end of open) end.destroy()
    })
    outside.pipe(inside).pipe(outside)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo(server: { url: string }): void {
      inner = Number(new URL(server.url).port)
    },
    /** There is no line from when so many bytes have been sent to the server until this is called again. */
    breakAfter(bytes: number): void {
      bytesLeft = bytes
    },
    close(): void {
      for (const end of open) end.destroy()
      proxy.close()
    },
  }
}

/** If one side closes, the other is closed too, as without a proxy. */
function closeTogether(ends: Socket[], open: Set<Socket>): void {
  for (const end of ends) {
    open.add(end)
    end.on('error', () => end.destroy())
    end.on('close', () => {
      open.delete(end)
      for (const one of ends) one.destroy()
    })
  }
}
