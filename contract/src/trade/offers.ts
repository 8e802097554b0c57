import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById } from '../lib/fields.ts'
import { Message } from '../messages.ts'
import { Naira } from '../lib/money.ts'

/** For so long the seller may accept an offer. */
export const openOfferDays = 7
/** For so long the buyer may then buy for that price. */
export const acceptedOfferHours = 24

export const createOffer = endpoint({
  method: 'POST',
  path: '/items/:id/offers',
  access: 'member',
  summary: `Offer the seller a price below today’s, by a message. It replaces one’s own open offer for this item, and lapses after ${openOfferDays} days. While an accepted one holds: 409 \`OFFER_ACCEPTED\``,
  limits: ['message'],
  params: ById,
  body: z.object({ price: Naira.meta({ description: 'In Naira, for each unit.' }) }),
  reply: Message,
  message: 'Your offer has been sent.',
  isIdempotent: true,
})

export const OfferDecision = z.enum(['ACCEPTED', 'DECLINED', 'WITHDRAWN'])
export type OfferDecision = z.output<typeof OfferDecision>

export const decideOffer = endpoint({
  method: 'PATCH',
  path: '/offers/:id',
  access: 'member',
  summary: `The seller accepts or declines an open offer, the buyer withdraws it; any other than an open one: 409. An accepted price holds for ${acceptedOfferHours} hours and one checkout`,
  params: ById,
  body: z.object({ state: OfferDecision }),
  reply: Message,
})
