import { z } from 'zod'
import { CursorQuery, cursorList } from '../lib/cursor-list.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Id, text, Time } from '../lib/fields.ts'
import { Naira } from '../lib/money.ts'
import { Order, Parcel, RefundState } from './orders.ts'

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
  .meta({ description: 'Null when erased.' })

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
    total: z.number().meta({ description: 'Of the line.' }),
    buyer: Side,
    seller: Side,
    role: DisputeRole.meta({ description: 'What the reader is in it.' }),
    decision: DisputeDecision.nullable(),
    amount: z.number().nullable().meta({ description: 'The buyer’s part, once it is decided.' }),
    createdDate: Time,
    decidedDate: Time.nullable().meta({ description: 'When it was decided or withdrawn.' }),
  })
  .meta({ id: 'DisputeEntry' })
export type DisputeEntry = z.output<typeof DisputeEntry>

const DisputeImage = z.object({ url: z.string(), thumbnail: z.string().nullable() })

export const DisputeMessage = z
  .object({
    id: Id,
    role: DisputeRole.meta({ description: 'What the author was in it.' }),
    author: Side.meta({ description: 'Null when erased; of staff only staff sees it.' }),
    text: z.string().meta({ description: 'Empty when its author is erased.' }),
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
  note: z.string().nullable().meta({ description: 'How it was shipped.' }),
  parcel: Parcel.omit({ can: true }).nullable(),
  history: Order.shape.history,
  payment: z.object({
    paidDate: Time.nullable(),
    reversedDate: Time.nullable().meta({ description: 'When the buyer’s bank took the payment back.' }),
  }),
  refund: z
    .object({ amount: z.number(), state: RefundState, createdDate: Time })
    .nullable()
    .meta({ description: 'Of this line.' }),
  messages: z.array(DisputeMessage).meta({ description: 'Oldest first.' }),
  can: z.object({ write: z.boolean(), grant: z.boolean(), decide: z.boolean(), withdraw: z.boolean() }),
}).meta({ id: 'Dispute' })
export type Dispute = z.output<typeof Dispute>

export const NewDisputeMessage = z.object({
  text: text(disputeTextLength),
  images: z
    .array(text(1000).meta({ description: '`secure_url` of an own upload.' }))
    .max(maxDisputeImages, `At most ${maxDisputeImages} pictures.`)
    .nullish(),
})
export type NewDisputeMessage = z.output<typeof NewDisputeMessage>

export const openDispute = endpoint({
  method: 'POST',
  path: '/cart/order/:id/dispute',
  access: 'member',
  summary: 'The buyer of a line, from shipping until 7 days after it is completed; once for each line',
  limits: ['report'],
  params: ById,
  body: NewDisputeMessage.extend({ orderLineId: Id, reason: DisputeReason }),
  reply: Dispute,
  message: 'We have told the seller.',
})

export const addDisputeMessage = endpoint({
  method: 'POST',
  path: '/disputes/:id/messages',
  access: 'member',
  summary: 'Its buyer, its seller and staff, while it is open',
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
    .meta({ description: '`DECIDED`: all that are over, the withdrawn ones too.' }),
  own: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: '`true`: for staff too only those as buyer or seller.' }),
})
export type DisputeQuery = z.output<typeof DisputeQuery>

export const DisputePage = cursorList(DisputeEntry)
export type DisputePage = z.output<typeof DisputePage>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/disputes',
  access: 'member',
  summary: 'One’s own as buyer or seller, for staff all; open ones first, the oldest of them at the top',
  query: DisputeQuery,
  reply: DisputePage,
})

export const getDispute = endpoint({
  method: 'GET',
  path: '/disputes/:id',
  access: 'member',
  summary: 'A dispute with the facts of its order and its messages: its buyer, its seller, staff',
  params: ById,
  reply: Dispute,
})

export const Decision = z
  .object({
    decision: DisputeDecision,
    amount: Naira.nullish().meta({
      description: 'With SPLIT only: the buyer’s part, below the line’s total.',
    }),
    reason: text(decisionReasonLength, 0)
      .nullish()
      .meta({ description: 'Staff must give one; the seller may.' }),
  })
  .refine(({ decision, amount }) => decision !== 'SPLIT' || amount != null, {
    path: ['amount'],
    error: 'Required.',
  })
  .refine(({ decision, amount }) => decision === 'SPLIT' || amount == null, {
    path: ['amount'],
    error: 'Only a split has an amount.',
  })
export type Decision = z.output<typeof Decision>

export const decideDispute = endpoint({
  method: 'PATCH',
  path: '/disputes/:id',
  access: 'member',
  summary: 'Staff decides, once and never its own; the seller may grant the refund',
  params: ById,
  body: Decision,
  reply: Dispute,
  message: 'Both sides have been told.',
})

export const withdrawDispute = endpoint({
  method: 'POST',
  path: '/disputes/:id/withdraw',
  access: 'member',
  summary: 'Its buyer, while it is open: the order goes on as if nothing had been wrong',
  params: ById,
  reply: Dispute,
  message: 'The dispute is withdrawn. We have told the seller.',
})
