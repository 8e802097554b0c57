import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { savedAddresses } from '#web/features/addresses/api.ts'
import { cartKeys, cartOf } from '#web/entities/cart/cart-query.ts'
import { useCartLines } from '#web/features/cart/use-cart-lines.ts'
import { LastOrder } from '#web/features/orders/checkout/last-order.tsx'
import { LeavingOverlay } from '#web/features/orders/checkout/leaving-overlay.tsx'
import { useOrdering } from '#web/features/orders/checkout/use-ordering.ts'
import type { Ordering } from '#web/features/orders/checkout/use-ordering.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CartCheckout } from '#web/pages/market/cart-checkout.tsx'
import { useStockChange } from '#web/entities/items/item-cache.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './cart-page.module.css'

export function CartPage() {
  const session = useSession()
  usePageTitle('Shopping Details')
  // The page renders once more after the session ends, before the guard redirects.
  if (session === null) return null
  return (
    <div className={classes.page}>
      <Link to="/marketplace" className={['link', classes.back].join(' ')}>
        <ArrowLeft size={18} strokeWidth={2.2} aria-hidden="true" />
        Back to the marketplace
      </Link>
      <h1 className={['display', classes.title].join(' ')}>Shopping Details</h1>
      <CartAndOrder memberId={session.userId} />
    </div>
  )
}

/** Stays mounted when the cart becomes empty because it is an order now. */
function CartAndOrder({ memberId }: { memberId: number }) {
  const queryClient = useQueryClient()
  const onStockChange = useStockChange()
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: cartKeys.lines })
    void queryClient.invalidateQueries({ queryKey: savedAddresses().queryKey })
  }
  const ordering = useOrdering({
    memberId,
    onOrdered: () => {
      queryClient.setQueryData(cartOf().queryKey, [])
      reload()
      onStockChange()
    },
    onRejected: reload,
  })
  return (
    <>
      <Cart memberId={memberId} ordering={ordering} />
      {ordering.leavingTo !== null && <LeavingOverlay host={ordering.leavingTo} />}
    </>
  )
}

function Cart({ memberId, ordering }: { memberId: number; ordering: Ordering }) {
  const { cart, lines } = useCartLines()
  const error = cart.isLoadingError ? errorText(cart.error) : null
  useErrorSnackbar(error, cart.errorUpdateCount)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void cart.refetch()} />
  if (lines === undefined) return <RowsSkeleton label="Loading your cart" count={3} />
  if (lines.length === 0)
    return (
      <section className="card" aria-label="My Order">
        <EmptyMessage text="Your cart is empty." action={<ToMarketplace />} />
        <LastOrder ordering={ordering} />
      </section>
    )
  return <CartCheckout memberId={memberId} lines={lines} ordering={ordering} />
}

function ToMarketplace() {
  return (
    <Link to="/marketplace" className="link">
      See what is for sale
    </Link>
  )
}
