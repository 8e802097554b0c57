/** A member. */
export type MatrixMember = { id: number; username: string; email: string; password: string }

/** The callers, in the order of the columns. `elsewhere` moderates another group than the one of the thing. */
export const callers = [
  'anonymous',
  'unverified',
  'member',
  'moderator',
  'elsewhere',
  'admin',
  'superadmin',
  'suspended',
  'banned',
  'closing',
] as const
export type Caller = (typeof callers)[number]

/**
 * Who owns the thing. `any`: nobody, or the call can only mean the caller's own. `own`, and in it the column `member`, is the
 * owner's. `blocker` has blocked the caller; `banned`, `admin` and `superadmin` describe the owner. For groups, `own`
 * is the group of the thing, which every caller has joined, and `foreign` is one that no caller has joined.
 */
export const kinds = ['any', 'own', 'foreign', 'blocker', 'banned', 'admin', 'superadmin'] as const
export type Whose = (typeof kinds)[number]

type OrderStatus = 'PENDING' | 'PROCESSING' | 'SHIPPED' | 'COMPLETED'
type Ordered = { orderId: number; lineId: number; itemId: number; transactionRef: string }

/** What a row needs to create its thing. Every cell has its own fixture. */
export type Fixture = {
  /** For the anonymous caller: a member who has not signed in. */
  me: MatrixMember
  owner: MatrixMember
  /** The group of the thing, which `moderator` moderates. */
  here: number
  /** `here`, or a foreign group. */
  group: number
  origin: string
  somebody: () => Promise<MatrixMember>
  newcomer: () => Promise<Record<string, unknown>>
  unverified: () => Promise<MatrixMember>
  /** Returns the id of the people that the member has named. */
  namedGroup: (member: MatrixMember) => Promise<number>
  post: (author: MatrixMember, groupId?: number) => Promise<number>
  comment: (author: MatrixMember, groupId?: number) => Promise<number>
  commentOn: (author: MatrixMember, postId: number) => Promise<number>
  message: (from: MatrixMember, to: MatrixMember) => Promise<number>
  /** An approved item; the other waits for approval. */
  item: (seller: MatrixMember) => Promise<number>
  waitingItem: (seller: MatrixMember) => Promise<number>
  genre: () => Promise<number>
  /** The URL of an upload. */
  picture: (owner: MatrixMember) => Promise<string>
  savedSearch: (owner: MatrixMember) => Promise<number>
  cartLine: (buyer: MatrixMember) => Promise<number>
  address: (owner: MatrixMember) => Promise<number>
  /** An order with one line, paid unless it is PENDING. */
  order: (buyer: MatrixMember, seller: MatrixMember, status?: OrderStatus) => Promise<Ordered>
  /** Creates an open offer. */
  offer: (buyer: MatrixMember, seller: MatrixMember) => Promise<number>
  review: (author: MatrixMember, seller: MatrixMember) => Promise<number>
  /** An open dispute about this line. */
  dispute: (orderId: number, lineId: number) => Promise<number>
  /** The reference of an order that was paid with too little. */
  heldPayment: (buyer: MatrixMember) => Promise<string>
  /** A refund that failed at the provider. */
  failedRefund: (buyer: MatrixMember) => Promise<{ orderId: number; refundId: number }>
  reportOn: (author: MatrixMember, groupId?: number) => Promise<number>
  proposal: (author: MatrixMember) => Promise<number>
  version: (groupId: number) => Promise<number>
  code: (kind: 'verify' | 'reset', person: MatrixMember) => Promise<string>
  unsubscribeToken: (person: MatrixMember) => string
  follow: (follower: MatrixMember, followed: MatrixMember) => Promise<void>
  block: (blocker: MatrixMember, blocked: MatrixMember) => Promise<void>
  appoint: (moderator: MatrixMember) => Promise<void>
  suspend: (person: MatrixMember) => Promise<void>
  requestClosure: (person: MatrixMember) => Promise<void>
  pictureForm: () => Promise<FormData>
  /** An upload of ten bytes, none of which has arrived. */
  upload: (owner: MatrixMember) => Promise<string>
}

type Plain = string | number | boolean

/** A valid request: a caller with access succeeds. */
export type MatrixRequest = {
  at?: Record<string, string | number>
  query?: Record<string, Plain>
  body?: Record<string, unknown>
  form?: FormData
  /** Instead of JSON or a form. */
  bytes?: string
  headers?: Record<string, string>
}

type Answers = Partial<Record<Whose, string>>
type Request = (fixture: Fixture) => MatrixRequest | Promise<MatrixRequest>

export type Row = { endpoint: string; name: string; answers: Answers; request: Request }

/** Method and path, after a comma which of several kinds of things, what each caller is answered, and what is sent. */
export function row(name: string, answers: Answers, request: Request = () => ({})): Row {
  return { endpoint: name.split(', ')[0] ?? '', name, answers, request }
}

// One answer for each of `callers`, in their order: the status, and after a colon its code where that matters. `sus` and
// `ban` are the 403 of suspended and banned callers, with their reasons. `-` is not sent: staff cannot be blocked.
export const everyone = '200 200 200 200 200 200 200 200 200 200'
export const members = '401 401 200 200 200 200 200 sus ban 200'
export const editors = '401 401 403 200 403 200 200 sus ban 403'
export const staff = '401 401 403 403 403 200 200 sus ban 403'
export const superadmins = '401 401 403 403 403 403 200 sus ban 403'
export const noMember = '401 401 403 403 403 403 403 sus ban 403'
/** For a group that the callers have not joined. */
export const outsiders = noMember.replaceAll('403', '403:NOT_A_MEMBER')
export const nonsense = '401 401 400 400 400 400 400 sus ban 400'
export const hidden = '401 401 404 404 404 404 404 sus ban 404'
export const hiddenButFromStaff = '401 401 404 404 404 200 200 sus ban 404'
/** A block does not prevent these calls. */
export const openToTheBlocked = '401 401 200 200 200 -   -   sus ban 200'
export const hiddenFromTheBlocked = '401 401 404 404 404 -   -   sus ban 404'

// The requests and answers that several rows share.
export const atOwner = ({ owner }: Fixture) => ({ at: { id: owner.id } })
export const atGroup = ({ group }: Fixture) => ({ at: { id: group } })
export const atPost = async ({ owner, post }: Fixture) => ({ at: { id: await post(owner) } })
export const ofOwner = ({ owner }: Fixture) => ({ query: { userId: owner.id } })
export const withBody =
  (request: Request, body: Record<string, unknown>): Request =>
  async (fixture) => ({ ...(await request(fixture)), body })
export const forEveryone = { own: everyone, foreign: everyone }
export const forMembers = { own: members, foreign: members }
/** Profiles are hidden from those whom their owner has blocked, and when banned from all but staff. */
export const asProfiles = { ...forMembers, blocker: hiddenFromTheBlocked, banned: hiddenButFromStaff }
/** Posts of banned members are hidden from staff too. */
export const asPosts = { ...asProfiles, banned: hidden }
