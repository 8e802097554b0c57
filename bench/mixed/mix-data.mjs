import { members, peopleSteps, postSteps, timelineSteps } from '../support/feed-data.mjs'
import { genres, genreSteps, itemSteps } from '../support/market-data.mjs'

export { genres, members }
/** The number of members who are online: those whose timelines timelineSteps has filled. None of them sells anything. */
export const visitors = 2996
export const firstVisitor = members - visitors + 1
export const partnersPerMember = 10
const messagesPerConversation = 4

/** Returns the `nth` visitor after this one, counted from 1 and cyclically, because visitors write to each other. */
export const partnerOf = (id, nth) => firstVisitor + ((id - firstVisitor + nth) % visitors)

const messageSteps = [
  [
    'conversations',
    `insert into messages (sender_id, receiver_id, body, created_at)
      select case turn % 2 when 0 then one else other end, case turn % 2 when 0 then other else one end, 'Ka chi fo', now()
      from generate_series(0, ${visitors - 1}) nth, generate_series(1, ${partnersPerMember}) step,
        lateral (select ${firstVisitor} + nth as one, ${firstVisitor} + (nth + step) % ${visitors} as other) pair,
        generate_series(1, ${messagesPerConversation}) turn`,
  ],
  `insert into threads (owner_id, other_id, last_message_id, unread_count)
    select owner, other, max(id), count(*) filter (where owner = receiver_id)
    from messages, lateral (values (sender_id, receiver_id), (receiver_id, sender_id)) side (owner, other)
    group by owner, other`,
]

/** Inserts everything that the mix reads, into a database that contains only its groups. */
export const mixDataSteps = ({ posts, items }) => [
  ...peopleSteps,
  ...messageSteps,
  ...genreSteps,
  ...itemSteps(1, items),
  ...postSteps(1, posts),
  ...timelineSteps,
]
