import type { Item } from '@rootsquare/contract/market'
import { useQueryClient } from '@tanstack/react-query'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { itemOf } from '#web/features/market/item/item-api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stepper } from '#web/ui/controls/stepper.tsx'
import classes from './item-buy.module.css'

/** Sets the quantity in the cart; rejects if that failed. */
export type OnAdd = (count: number) => Promise<unknown>
type ItemBuyProps = { item: Item; onAdd: OnAdd; inCart?: number | undefined }

export function ItemBuy({ item, onAdd, inCart = 0 }: ItemBuyProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const count = Math.max(1, Math.min(chosen ?? inCart, item.stock))

  async function add(): Promise<void> {
    if (isAdding) return
    setAdding(true)
    try {
      await onAdd(count)
    } catch {
      // There may be fewer left than this page shows.
      await queryClient.invalidateQueries({ queryKey: itemOf(item.id).queryKey })
    }
    setAdding(false)
  }

  return (
    <div>
      <div className={['row wrap gap-12', classes.buy].join(' ')}>
        <Stepper name={item.name} count={count} most={item.stock} onChange={setChosen} />
        <Button isBusy={isAdding} onClick={() => void add()}>
          <span className={['row', classes.label].join(' ')}>
            <ShoppingCart size={20} strokeWidth={1.9} aria-hidden="true" />
            {inCart > 0 ? 'Update cart' : 'Add to cart'}
          </span>
        </Button>
      </div>
      {inCart > 0 && (
        <p className={['muted', classes.note].join(' ')}>{quantityText(inCart, 'is', 'are')} in your cart.</p>
      )}
    </div>
  )
}
