import Fastify from 'fastify'
import pg from 'pg'
import { pageOf } from '../contract/src/paged.ts'
import { shapeItem } from '../api/src/features/market/items/item-rows.ts'

/** The limit: no token, no checks, no total of its own; the newest 20 items by one index, with what each shows, and the same JSON. */
const { viewerId, total } = JSON.parse(process.env.BARE_MARKET)
const viewer = { id: viewerId, role: 'USER' }
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = Fastify()
const text = `
  select items.id, items.name, description, price_kobo, stock, image_url, thumbnail_url, is_approved, disapproval_reason,
    seller_id, items.created_at, seller.username, seller.profile_image, true as is_in_standing,
    (select json_agg(url order by position) from item_images where item_id = items.id) as images,
    (select json_agg(genre_id order by genre_id) from item_genres where item_id = items.id) as genres,
    exists (select from favorites where item_id = items.id and member_id = $1) as is_favorite
  from items join members seller on seller.id = seller_id
  where is_approved and not is_hidden order by items.id desc limit 20`

app.get('/ready', async () => 'yes')
app.get('/items', async (_, reply) => {
  const { rows } = await pool.query({ name: 'items', text, values: [viewer.id] })
  const content = rows.map((row) => shapeItem(row, viewer))
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({ data: pageOf(content, total, { page: 0, size: 20 }) })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
