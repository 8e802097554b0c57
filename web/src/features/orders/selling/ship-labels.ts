import type { SellerOrder } from '@rootsquare/contract/trade/orders'

export const isPickup = ({ parcel }: Pick<SellerOrder, 'parcel'>) => parcel.method === 'PICKUP'

/** Goods that are picked up are made ready, not shipped. */
export const shipLabels = (order: Pick<SellerOrder, 'parcel'>) =>
  isPickup(order)
    ? {
        action: 'Mark as ready',
        explanation: 'The buyer is told that everything can be picked up. This cannot be taken back.',
        done: 'Marked as ready for pick-up.',
      }
    : {
        action: 'Mark as shipped',
        explanation:
          'The buyer is told once the whole parcel is on its way, with carrier, tracking number and note. This cannot be taken back.',
        done: 'Marked as shipped.',
      }
