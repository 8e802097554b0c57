import Fastify from 'fastify'

/** The limit: no token, no database, no check. A call writes one event to the stream it names. */
const app = Fastify()
const streams = new Map()

app.get('/ready', async () => 'yes')
app.get('/live/:id', (request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.raw.write(':\n\n')
  streams.set(request.params.id, reply.raw)
})
app.post('/send', async ({ body }) => {
  streams.get(String(body.userId))?.write(`event: message\ndata: ${JSON.stringify(body)}\n\n`)
  return { data: body }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
