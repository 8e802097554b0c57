import { z } from 'zod'
import { CursorQuery, cursorList } from '../lib/cursor-list.ts'
import { endpoint, getByMember, postByMember } from '../lib/endpoint.ts'
import { ById, Flag, Id, text, Time } from '../lib/fields.ts'
import { FeeNaira, Naira } from '../lib/money.ts'
import { Order, Parcel } from './orders.ts'
import { RefundState } from './refunds.ts'

export const disputeReasons = ['NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DAMAGED', 'OTHER'] as const
export const DisputeReason = z.enum(disputeReasons)
export type DisputeReason = z.output<typeof DisputeReason>

export const DisputeState = z.enum(['OPEN', 'DECIDED', 'WITHDRAWN'])
export type DisputeState = z.output<typeof DisputeState>

export const disputeDecisions = ['REFUND_BUYER', 'PAY_SELLER', 'SPLIT'] as const
export const DisputeDecision = z.enum(disputeDecisions)
export type DisputeDecision = z.output<typeof DisputeDecision>

export const DisputeRole = z.enum(['buyer', 'seller', 'staff'])
export type DisputeRole = z.output<typeof DisputeRole>

export const disputeTextLength = 2000
export const maxDisputeImages = 4
export const decisionReasonLength = 500

const Side = z
  .object({ id: Id, username: z.string(), profileImage: z.string().nullable() })
  .nullable()
  .meta({ description: 'Null if the member has been erased.' })

export const DisputeEntry = z
  .object({
    id: Id,
    state: DisputeState,
    reason: DisputeReason,
    orderId: Id,
    transactionRef: z.string(),
    orderLineId: Id,
    name: z.string(),
    thumbnailUrl: z.string().nullable(),
    quantity: z.int(),
    total: z.number().meta({ description: 'The total of the order line.' }),
    buyer: Side,
    seller: Side,
    role: DisputeRole.meta({ description: 'The caller’s role in the dispute.' }),
    decision: DisputeDecision.nullable(),
    amount: z.number().nullable().meta({ description: 'The buyer’s share, once the dispute is decided.' }),
    createdDate: Time,
    decidedDate: Time.nullable().meta({ description: 'When it was decided or withdrawn.' }),
  })
  .meta({ id: 'DisputeEntry' })
export type DisputeEntry = z.output<typeof DisputeEntry>

const DisputeImage = z.object({ url: z.string(), thumbnail: z.string().nullable() })

export const DisputeMessage = z
  .object({
    id: Id,
    role: DisputeRole.meta({ description: 'The author’s role in the dispute.' }),
    author: Side.meta({
      description: 'Null if the author has been erased. Only staff see the author of a message from staff.',
    }),
    text: z.string().meta({ description: 'Empty if the author has been erased.' }),
    images: z.array(DisputeImage),
    createdDate: Time,
  })
  .meta({ id: 'DisputeMessage' })
export type DisputeMessage = z.output<typeof DisputeMessage>

export const Dispute = DisputeEntry.extend({
  itemId: Id.nullable(),
  decidedBy: z.enum(['seller', 'staff']).nullable(),
  decisionReason: z.string().nullable(),
  lineState: Order.shape.orderStatus,
  orderStatus: Order.shape.orderStatus,
  note: z.string().nullable().meta({ description: 'The seller’s note on how it was shipped.' }),
  parcel: Parcel.omit({ can: true }).nullable(),
  fee: z.number().nullable().meta({
    description: 'What goes back of the parcel’s delivery fee by the decision. Null unless decided.',
  }),
  feeLeft: z.number().meta({ description: 'What has not gone back of the parcel’s delivery fee.' }),
  feeWithRefund: z.number().meta({
    description: 'What goes back of it with REFUND_BUYER if the decision names no `fee`.',
  }),
  history: Order.shape.history,
  payment: z.object({
    paidDate: Time.nullable(),
    reversedDate: Time.nullable().meta({ description: 'When the buyer’s bank reversed the payment.' }),
  }),
  refund: z
    .object({ amount: z.number(), state: RefundState, createdDate: Time })
    .nullable()
    .meta({ description: 'The refund of this line.' }),
  messages: z.array(DisputeMessage).meta({ description: 'Oldest first.' }),
  can: z.object({ write: z.boolean(), grant: z.boolean(), decide: z.boolean(), withdraw: z.boolean() }),
}).meta({ id: 'Dispute' })
export type Dispute = z.output<typeof Dispute>

export const NewDisputeMessage = z.object({
  text: text(disputeTextLength),
  images: z
    .array(text(1000).meta({ description: 'The `secure_url` of an upload by the caller.' }))
    .max(maxDisputeImages, `At most ${maxDisputeImages} pictures.`)
    .nullish(),
})
export type NewDisputeMessage = z.output<typeof NewDisputeMessage>

export const openDispute = endpoint({
  ...postByMember,
  path: '/cart/order/:id/dispute',
  summary:
    'Open a dispute about an order line, once. Only its buyer, from shipping until 7 days after completion',
  limits: ['report'],
  params: ById,
  body: NewDisputeMessage.extend({ orderLineId: Id, reason: DisputeReason }),
  reply: Dispute,
  message: 'We have told the seller.',
})

export const addDisputeMessage = endpoint({
  ...postByMember,
  path: '/disputes/:id/messages',
  summary: 'Add a message to an open dispute. Only its buyer, its seller and staff',
  limits: ['message'],
  params: ById,
  body: NewDisputeMessage,
  reply: Dispute,
  isIdempotent: true,
})

export const DisputeQuery = CursorQuery.extend({
  state: z
    .enum(['OPEN', 'DECIDED'])
    .optional()
    .meta({ description: '`DECIDED` selects all closed ones, including withdrawn ones.' }),
  own: Flag.optional().meta({
    description: '`true` selects only disputes with the caller as buyer or seller, for staff as well.',
  }),
})
export type DisputeQuery = z.output<typeof DisputeQuery>

export const DisputePage = cursorList(DisputeEntry)
export type DisputePage = z.output<typeof DisputePage>

export const listDisputes = endpoint({
  ...getByMember,
  path: '/disputes',
  summary: 'List the caller’s disputes, or all for staff. Open ones come first, starting with the oldest',
  query: DisputeQuery,
  reply: DisputePage,
})

export const getDispute = endpoint({
  ...getByMember,
  path: '/disputes/:id',
  summary: 'Get a dispute with its order and messages. Only its buyer, its seller and staff',
  params: ById,
  reply: Dispute,
})

export const NewDisputeDecision = z
  .object({
    decision: DisputeDecision,
    amount: Naira.nullish().meta({
      description: 'Only with SPLIT: the buyer’s share, below the total of the line.',
    }),
    fee: FeeNaira.nullish().meta({
      description:
        'What goes back of the delivery fee, up to `feeLeft`. If absent, `feeWithRefund` with REFUND_BUYER and otherwise 0. A seller may not go below that.',
    }),
    reason: text(decisionReasonLength, 0)
      .nullish()
      .meta({ description: 'Required for staff, optional for the seller.' }),
  })
  .refine(({ decision, amount }) => decision !== 'SPLIT' || amount != null, {
    path: ['amount'],
    error: 'Required.',
  })
  .refine(({ decision, amount }) => decision === 'SPLIT' || amount == null, {
    path: ['amount'],
    error: 'Only a split has an amount.',
  })
export type NewDisputeDecision = z.output<typeof NewDisputeDecision>

export const decideDispute = endpoint({
  method: 'PATCH',
  path: '/disputes/:id',
  access: 'member',
  summary:
    'Decide an open dispute, once. Only staff, never in their own disputes. The seller may grant a refund',
  params: ById,
  body: NewDisputeDecision,
  reply: Dispute,
  message: 'Both sides have been told.',
})

export const withdrawDispute = endpoint({
  ...postByMember,
  path: '/disputes/:id/withdraw',
  summary: 'Withdraw an open dispute. Only its buyer. The order continues as before',
  params: ById,
  reply: Dispute,
  message: 'The dispute is withdrawn. We have told the seller.',
})
