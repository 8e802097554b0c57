import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that stays while what stands behind it changes. */
export async function openProxy() {
  let inner = 0
  const open = new Set<Socket>()
  const proxy = createServer((outside) => {
    const inside = connect(inner, '127.0.0.1')
    for (const end of [outside, inside]) {
      open.add(end)
      // If one side closes, the other is closed too, as without a proxy.
      end.on('error', () => end.destroy())
      end.on('close', () => {
        open.delete(end)
        outside.destroy()
        inside.destroy()
      })
    }
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
    close(): void {
      for (const end of open) end.destroy()
      proxy.close()
    },
  }
}
