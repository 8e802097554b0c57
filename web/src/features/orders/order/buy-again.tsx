import type { Order } from '@rootsquare/contract/trade/orders'
import { useNavigate } from '@tanstack/react-router'
import { useBuyAgain } from '#web/features/orders/list/api.ts'
import { againText } from '#web/features/orders/order/order-labels.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Leads to the cart if anything of it can be bought. */
export function BuyAgain({ order: { orderId } }: { order: Order }) {
  const navigate = useNavigate()
  const again = useBuyAgain(orderId)

  function buy(): void {
    if (again.isPending) return
    clearSnackbars()
    again.mutate(undefined, {
      onError: (failure) => showSnackbar('error', errorText(failure)),
      onSuccess: (found) => {
        showSnackbar(found.missing.length === 0 ? 'success' : 'warning', againText(found))
        if (found.added > 0) void navigate({ to: '/cart' })
      },
    })
  }

  return (
    <Button isBusy={again.isPending} onClick={buy}>
      Buy again
    </Button>
  )
}
