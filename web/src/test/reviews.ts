import type { Review, ReviewPage } from '@rootsquare/contract/trade/reviews'

/** A review of the drum by Ada that the viewer can only read. */
export function reviewWith(changes: Partial<Review> = {}): Review {
  return {
    id: 3,
    itemId: 7,
    itemName: 'Drum',
    orderLineId: 31,
    rating: 4,
    text: 'Loud and well made',
    images: ['/media/drum.webp'],
    author: {
      id: 5,
      username: 'ada',
      firstname: 'Ada',
      lastname: 'Obi',
      profileImage: null,
      isFollowedByUser: false,
    },
    createdDate: '2026-01-02T10:00:00.000Z',
    editedDate: null,
    helpful: 2,
    isHelpful: false,
    reply: null,
    can: { update: false, delete: false, reply: false, vote: true, report: true },
    ...changes,
  }
}

export function reviewPage(content: Review[], nextCursor: string | null = null): ReviewPage {
  return { content, nextCursor, rating: { average: 4.3, count: 3, spread: [0, 0, 1, 0, 2] } }
}
