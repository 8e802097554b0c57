import { z } from 'zod'
import { endpoint, postByMember } from '../lib/endpoint.ts'
import { ById } from '../lib/fields.ts'
import { Message } from '../messages.ts'
import { Naira } from '../lib/money.ts'

/** The seller may accept an offer for this long. */
export const openOfferDays = 7
/** The buyer may then order at that price for this long. */
export const acceptedOfferHours = 24

export const createOffer = endpoint({
  ...postByMember,
  path: '/items/:id/offers',
  summary: `Offer a lower price, open for ${openOfferDays} days. Replaces one’s own open offer. 409 \`OFFER_ACCEPTED\` if one is accepted`,
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
  summary:
    'Accept or decline an open offer as its seller, or withdraw it as its buyer. 409 if it is no longer open',
  params: ById,
  body: z.object({
    state: OfferDecision.meta({
      description: `An accepted price is valid for ${acceptedOfferHours} hours and one checkout.`,
    }),
  }),
  reply: Message,
})
