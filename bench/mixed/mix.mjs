import { frequent } from '../support/market-data.mjs'
import { genres, members, partnerOf, partnersPerMember } from './mix-data.mjs'

/**
 * Describes what members do, with so many posts, items and groups (mix-data.mjs). `share` is the percentage of all calls, 100
 * together. `call` makes one request of a member (`{ id, token }`). `random` returns numbers from 0 up to 1. `read` takes
 * from the response what the member's later calls need. `isAnonymous` calls are sent without the token.
 */
export const mixOf = (rowCounts) => [
  ...feedCalls(rowCounts),
  ...postCalls(rowCounts),
  ...marketCalls(rowCounts),
  ...messageCalls,
  ...writeCalls(rowCounts),
]

/** Picks one entry by its share. */
export function picker(mix) {
  const total = mix.reduce((sum, { share }) => sum + share, 0)
  return (random) => {
    let left = random() * total
    return mix.find(({ share }) => (left -= share) < 0) ?? mix.at(-1)
  }
}

const get = (path) => ({ method: 'GET', path: `/api${path}` })
const post = (path, body) => ({ method: 'POST', path: `/api${path}`, body })
const oneOf = (count, random) => 1 + Math.floor(random() * count)
/** Picks new rows far more often than old ones: half of all calls are for the newest sixty-fourth. */
const recent = (count, random) => count - Math.floor(count * random() ** 6)
const partner = ({ id }, random) => partnerOf(id, oneOf(partnersPerMember, random))
/** Picks an item on sale, because market-data.mjs leaves one item in twenty unapproved. */
const onSale = (id) => (id % 20 === 7 ? id - 1 : id)
/** Picks an item with a stock of 30. market-data.mjs gives item `n` a stock of `n % 50`, and these are all on sale. */
const inStock = (id) => Math.max(30, id - (id % 50) - 20)

const feed = '/post/user/post/feed'

function rememberCursors(member, text) {
  member.nextCursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1]
  member.newestCursor = /"newestCursor":"([^"]+)"/.exec(text)?.[1]
}

function feedCalls({ groups }) {
  const ownGroup = ({ id }, random) => 1 + ((id * 7 + oneOf(4, random) * 13) % groups)
  const groupFeed = (member, random) => get(`/groups/posts/${ownGroup(member, random)}`)
  const next = ({ nextCursor }) => get(nextCursor ? `${feed}?cursor=${nextCursor}` : feed)
  const news = ({ newestCursor }) => get(newestCursor ? `${feed}/new?cursor=${newestCursor}` : feed)
  return [
    { share: 28, name: 'feed', call: () => get(feed), read: rememberCursors },
    { share: 10, name: 'feed, next page', call: next },
    { share: 7, name: 'feed, new posts', call: news },
    { share: 5, name: 'group feed', call: groupFeed },
  ]
}

function postCalls({ posts }) {
  const fetchPost = (_, random) => get(`/post/fetch/${recent(posts, random)}`)
  const comments = (_, random) => get(`/post/comments/${recent(posts, random)}`)
  const ofMember = (_, random) => get(`/user/posts?userId=${oneOf(members, random)}`)
  return [
    { share: 8, name: 'post', call: fetchPost },
    { share: 2, name: 'post, as a visitor', call: fetchPost, isAnonymous: true },
    { share: 8, name: 'comments', call: comments },
    { share: 2, name: 'posts of a member', call: ofMember },
  ]
}

function marketCalls({ items }) {
  const category = (_, random) => get(`/items?genreId=${oneOf(genres, random)}`)
  const word = (_, random) => get(`/items?name=${random() < 0.3 ? frequent.word : 'calabash'}`)
  const item = (_, random) => get(`/items/${onSale(recent(items, random))}`)
  return [
    { share: 5, name: 'market', call: () => get('/items') },
    { share: 2, name: 'market, a category', call: category },
    { share: 2, name: 'market, a word', call: word },
    { share: 5, name: 'item', call: item },
    { share: 1, name: 'cart', call: () => get('/cart') },
  ]
}

const conversation = (member, random) => get(`/messaging/with/${partner(member, random)}`)
const messageCalls = [
  { share: 4, name: 'inbox', call: () => get('/messaging/inbox') },
  { share: 4, name: 'conversation', call: conversation },
  { share: 2, name: 'unread badge', call: () => get('/messaging/unread') },
]

function writeCalls({ posts, items }) {
  const comment = { comments: 'Nne, these are beautiful.' }
  const message = { eventType: 'MESSAGE', message: 'Ka chi fo' }
  const like = (_, random) => post(`/post/like/${recent(posts, random)}`, { liked: random() < 0.8 })
  const addComment = (_, random) => post(`/post/comments/${recent(posts, random)}/create`, comment)
  const write = (member, random) => post('/messaging/create', { ...message, userId: partner(member, random) })
  const addToCart = (_, random) => post('/cart/add', { itemId: inStock(oneOf(items, random)), count: 1 })
  const follow = ({ id }, random) => post(`/user/follow/${1 + ((id + oneOf(members - 2, random)) % members)}`)
  const createPost = () => post('/post/user/create', { caption: 'What is happening back home?' })
  return [
    { share: 1.5, name: 'like', call: like },
    { share: 1, name: 'comment', call: addComment },
    { share: 1, name: 'message', call: write },
    { share: 0.6, name: 'cart add', call: addToCart },
    { share: 0.5, name: 'follow', call: follow },
    { share: 0.4, name: 'post written', call: createPost },
  ]
}
