import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { countInCart, useCartCount } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './quick-add.module.css'

type QuickAddProps = { item: { id: number; name: string; stock: number } }

export function QuickAdd({ item: { id: itemId, name, stock } }: QuickAddProps) {
  const queryClient = useQueryClient()
  const { change } = useCartCount({ itemId, count: 0 })

  async function add(): Promise<void> {
    // The call sets the whole quantity, so the quantity in the cart must be known.
    const count = countInCart(queryClient, await queryClient.ensureQueryData(cartOf()), itemId)
    if (count < stock) change(count + 1)
    else showSnackbar('warning', `There are only ${stock} left of ${name}, and they are in your cart.`)
  }

  return (
    <IconButton
      label={`Add to cart: ${name}`}
      className={classes.add}
      onClick={() => void add().catch((failure) => showSnackbar('error', errorText(failure)))}
      icon={Plus}
    />
  )
}
