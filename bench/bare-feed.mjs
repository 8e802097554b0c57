import Fastify from 'fastify'
import pg from 'pg'
import { shapePost } from '../api/src/features/posts/post-rows.ts'

/**
 * The limit: no token, no checks, one indexed query for the same 20 posts with the same joins, and the same JSON. The
 * statement and what it takes come from the measuring program, so that both sides run the same text.
 */
const { text, readers } = JSON.parse(process.env.BARE_FEED)
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = Fastify()
const size = 20

app.get('/ready', async () => 'yes')
app.get('/feed/:reader', async (request, reply) => {
  const viewer = { id: readers[request.params.reader], role: 'USER' }
  const { rows } = await pool.query({ name: 'feed', text, values: [viewer.id] })
  const content = rows.slice(0, size).map((row) => shapePost(row, viewer))
  const top = content[0]?.id ?? 0
  const nextCursor = rows.length > size ? `${content.at(-1).id}.${top}` : null
  const page = { last: rows.length <= size, totalPages: null, totalElements: null, number: 0 }
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({ data: { content, ...page, nextCursor, newestCursor: `${top}.${top}` } })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
