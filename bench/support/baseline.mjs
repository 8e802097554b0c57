import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import pg from 'pg'
import { pageOf } from '../../contract/src/lib/paged.ts'
import { shapeItem } from '../../api/src/features/market/items/item-rows.ts'

/**
 * Serves the limit that the product is measured against: the same JSON from one indexed query, without token, checks or
 * totals. The measuring program sets MARKET, the viewer with the total, and ANSWERS, what to fetch and send again.
 */
const market = JSON.parse(process.env.MARKET ?? '{}')
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = Fastify()

function route(path, name, text, { valuesOf, dataOf }) {
  app.get(path, async ({ params }, reply) => {
    const { rows } = await pool.query({ name, text, values: valuesOf(params) })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({ data: dataOf(rows, params) })
  })
}

app.get('/ready', async () => 'yes')

const items = `
  select items.id, items.name, description, price_kobo, stock, image_url, thumbnail_url, is_approved, disapproval_reason,
    seller_id, items.created_at, seller.username, seller.profile_image, true as is_in_standing,
    offers_pickup, offers_delivery, fee_same_state_kobo, fee_other_state_kobo, state_code, lga_code,
    (select json_agg(url order by position) from item_images where item_id = items.id) as images,
    (select json_agg(genre_id order by genre_id) from item_genres where item_id = items.id) as genres,
    exists (select from favorites where item_id = items.id and member_id = $1) as is_favorite
  from items join members seller on seller.id = seller_id
  where is_approved and not is_hidden order by items.id desc limit 20`
const viewer = { id: market.viewerId, role: 'USER' }
route('/items', 'items', items, {
  valuesOf: () => [viewer.id],
  dataOf: (rows) =>
    pageOf(
      rows.map((row) => shapeItem(row, viewer)),
      market.total,
      { page: 0, size: 20 },
    ),
})

const reports = `
  select reports.id, target_type, target_id, reported_id, reported.username, reporter_id,
    reporter.username as created_by, reporter.email, reporter.profile_image, reports.group_id, reason, snapshot,
    closed_at, reports.created_at
  from reports
    join members reported on reported.id = reported_id
    left join members reporter on reporter.id = reporter_id
  order by reports.created_at desc, reports.id desc limit $1`
route('/reports', 'reports', reports, { valuesOf: () => [10], dataOf: (rows) => ({ content: rows }) })

route('/row/:id', 'row', 'select id, username, created_at from members where id = $1', {
  valuesOf: ({ id }) => [id],
  dataOf: (rows) => rows[0],
})

/** A write as a small service does it: it reads the session, then writes a row and its counter in a transaction. */
app.post('/write/:id', async ({ headers, params, body }) => {
  const values = [headers.authorization.slice('Bearer '.length)]
  const session = await pool.query({
    name: 'session',
    text: 'select member_id from bare_sessions where id = $1',
    values,
  })
  const { member_id } = session.rows[0]
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      name: 'insert',
      text: `insert into bare_rows (target_id, member_id, body, created_at) values ($1, $2, $3, now())
        returning id, target_id, member_id, body, created_at`,
      values: [params.id, member_id, body.text],
    })
    await client.query({
      name: 'count',
      text: 'update bare_targets set rows_count = rows_count + 1 where id = $1',
      values: [params.id],
    })
    await client.query('commit')
    return { data: rows[0] }
  } finally {
    client.release()
  }
})

const feedIds = 'select post_id from bare_feed where reader_id = $1 order by post_id desc limit 21'

/** Responses of the product, sent as stored bytes, of the feed after the ids of its page were read. */
const answers = JSON.parse(process.env.ANSWERS ?? '[]')
for (const [nth, { url, headers, encoding }] of answers.entries()) {
  const body = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
  const bytes = encoding === 'gzip' ? gzipSync(body) : body
  const send = (reply) => {
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(bytes)
  }
  app.get(`/answers/${nth}`, (_request, reply) => send(reply))
  app.get(`/feed/:reader/${nth}`, async ({ params }, reply) => {
    await pool.query({ name: 'feed', text: feedIds, values: [params.reader] })
    return send(reply)
  })
}

/** A call writes one event to the stream that it names. */
const streams = new Map()
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
