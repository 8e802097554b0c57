import { z } from 'zod'
import { MemberEntry } from '../profiles.ts'
import { endpoint, getByMember, Nothing, postByMember } from '../lib/endpoint.ts'
import { ById, Id, text, Time } from '../lib/fields.ts'
import { PageQuery } from '../lib/paged.ts'
import { Rating } from './ratings.ts'
import { RemovalQuery } from '../removals.ts'

export const reviewLength = 2000
export const maxReviewImages = 4
/** How long the author may change a review. */
export const reviewEditDays = 30

const ReviewReply = z.object({ text: z.string(), createdDate: Time })

export const Review = z
  .object({
    id: Id,
    itemId: Id,
    itemName: z.string().meta({ description: 'The name of the item when it was ordered.' }),
    orderLineId: Id,
    rating: z.int(),
    text: z.string(),
    images: z.array(z.string()),
    author: MemberEntry,
    createdDate: Time,
    editedDate: Time.nullable(),
    helpful: z.int().meta({ description: 'The number of members who found it helpful.' }),
    isHelpful: z.boolean().meta({ description: 'Whether the caller found it helpful.' }),
    reply: ReviewReply.nullable().meta({ description: 'The reply of the seller.' }),
    can: z.object({
      update: z.boolean(),
      delete: z.boolean(),
      reply: z.boolean(),
      vote: z.boolean(),
      report: z.boolean(),
    }),
  })
  .meta({ id: 'Review' })
export type Review = z.output<typeof Review>

export const reviewSorts = ['helpful', 'newest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const ReviewsQuery = z.object({
  sort: z.enum(reviewSorts).default('helpful'),
  cursor: z
    .string()
    .regex(/^\d{1,9}\.\d{1,15}$/, 'This is not a cursor of this list.')
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
  size: PageQuery.shape.size,
})
export type ReviewsQuery = z.output<typeof ReviewsQuery>

export const ReviewPage = z.object({
  content: z.array(Review),
  nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  rating: Rating.extend({
    spread: z.array(z.int()).meta({ description: 'The number of reviews with 1, 2, 3, 4 and 5 stars.' }),
  }),
})
export type ReviewPage = z.output<typeof ReviewPage>

const Stars = z
  .int({ error: ({ input }) => (input == null ? 'Please choose a rating.' : 'Must be 1 to 5.') })
  .min(1, 'Must be 1 to 5.')
  .max(5, 'Must be 1 to 5.')
const Images = z
  .array(z.string().min(1, 'Required.').max(1000))
  .max(maxReviewImages, `At most ${maxReviewImages} pictures.`)
  .refine((urls) => new Set(urls).size === urls.length, 'This picture is there already.')

export const NewReview = z.object({
  orderLineId: Id,
  rating: Stars,
  text: text(reviewLength),
  images: Images.nullish(),
})
export type NewReview = z.output<typeof NewReview>

export const ReviewChange = NewReview.omit({ orderLineId: true }).partial()
export type ReviewChange = z.output<typeof ReviewChange>

export const createReview = endpoint({
  ...postByMember,
  path: '/items/:id/reviews',
  summary: 'Write a review of an item. Only the buyer of a completed line, once for each line',
  limits: ['comment'],
  params: ById,
  body: NewReview,
  reply: Review,
  message: 'Thank you. Your review helps others to choose.',
})

export const listItemReviews = endpoint({
  ...getByMember,
  path: '/items/:id/reviews',
  summary: 'List the reviews of an item with its rating, most helpful or newest first',
  params: ById,
  query: ReviewsQuery,
  reply: ReviewPage,
})

export const listSellerReviews = endpoint({
  ...getByMember,
  path: '/user/:id/reviews',
  summary: 'List the reviews that a seller has received, with the seller’s rating',
  params: ById,
  query: ReviewsQuery,
  reply: ReviewPage,
})

export const updateReview = endpoint({
  method: 'PUT',
  path: '/reviews/:id',
  access: 'member',
  summary: `Update one’s own review within ${reviewEditDays} days. An absent field stays unchanged, null clears the pictures`,
  limits: ['comment'],
  params: ById,
  body: ReviewChange,
  reply: Review,
  message: 'Your review has been changed.',
})

export const replyToReview = endpoint({
  ...postByMember,
  path: '/reviews/:id/reply',
  summary: 'Reply to a review, once. Only the seller of the item',
  limits: ['comment'],
  params: ById,
  body: z.object({ text: text(reviewLength) }),
  reply: Review,
  message: 'Your reply is under the review.',
})

export const voteHelpful = endpoint({
  ...postByMember,
  path: '/reviews/:id/helpful',
  summary: 'Mark a review as helpful, or unmark it. Not one’s own review. Safe to repeat',
  limits: ['like'],
  params: ById,
  body: z.object({ helpful: z.boolean('Must be true or false.') }),
  reply: z.object({ helpful: z.boolean(), count: z.int() }),
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/reviews/:id',
  access: 'member',
  summary: 'Delete a review. Only its author and admins. The purchase cannot be reviewed again',
  limits: ['delete'],
  params: ById,
  query: RemovalQuery,
  reply: Nothing,
  message: 'Review deleted',
})
