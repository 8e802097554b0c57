import Fastify from 'fastify'
import pg from 'pg'

/** The limit: no token, no checks; one row by its key. */
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = Fastify()
const text = 'select id, username, created_at from members where id = $1'

app.get('/ready', async () => 'yes')
app.get('/row/:id', async (request, reply) => {
  const { rows } = await pool.query({ name: 'row', text, values: [request.params.id] })
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({ data: rows[0] })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
