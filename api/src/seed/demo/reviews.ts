import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import type { DemoMembers } from './people.ts'

type DemoReview = {
  buyer: string
  item: string
  rating: number
  hoursAgo: number
  text: string
  reply?: string
  helpfulFor?: string[]
}

/** Reviews of completed orders. The second line of the oldest order is left for the user to review. */
const demoReviews: DemoReview[] = [
  {
    buyer: 'adaeze.n',
    item: 'Calabash bowl set of three',
    rating: 5,
    hoursAgo: 250,
    text: 'All three came whole, wrapped in straw. The largest holds soup for six people.',
    reply: 'Thank you, Adaeze. Rub them with a little palm oil now and then, and they will last.',
    helpfulFor: ['bose.akande', 'hauwa.d'],
  },
  {
    buyer: 'bose.akande',
    item: 'Brass bangle pair',
    rating: 4,
    hoursAgo: 100,
    text: 'Heavy and bright. They were a bit wider than I thought, so measure your wrist first.',
    helpfulFor: ['adaeze.n'],
  },
  {
    buyer: 'hauwa.d',
    item: 'Adire table runner',
    rating: 3,
    hoursAgo: 60,
    text: 'Fine cloth, but the blue bled in the first wash. Wash it alone.',
  },
]

export async function insertReviews(tx: Tx, { find, now }: DemoMembers): Promise<void> {
  for (const { buyer, item, rating, hoursAgo, text, reply = null, helpfulFor = [] } of demoReviews) {
    const at = inHours(now, -hoursAgo)
    const voters = helpfulFor.map((name) => find(name).id)
    await sql`
      with line as (
        update order_lines set reviewed_at = ${at} from orders
        where orders.id = order_id and buyer_id = ${find(buyer).id} and name = ${item} and finished_at is not null
        returning order_lines.id, item_id, seller_id, buyer_id
      ), review as (
        insert into reviews (item_id, seller_id, author_id, order_line_id, rating, body, reply, replied_at, created_at)
        select item_id, seller_id, buyer_id, id, ${rating}::smallint, ${text}, ${reply}::text,
          ${reply === null ? null : inHours(at, 5)}::timestamptz, ${at} from line
        returning id
      )
      insert into helpful_votes (review_id, member_id, created_at)
      select review.id, voter, ${now}::timestamptz from review, unnest(${voters}::bigint[]) voter`.execute(tx)
  }
  // Without this, a notification would appear by itself after an hour.
  await tx.updateTable('orders').set({ review_asked_at: now }).where('status', '=', 'COMPLETED').execute()
}
