import type { CartLine } from '@rootsquare/contract/trade/cart'
import { useQueryClient, useIsMutating, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { profileOf } from '#web/entities/members/members-api.ts'
import { savedAddresses, useAreLgasLoading } from '#web/features/addresses/api.ts'
import { CartLines } from '#web/features/cart/cart-lines.tsx'
import { CartSummary } from '#web/features/cart/cart-summary.tsx'
import { useCartLines } from '#web/features/cart/use-cart-lines.ts'
import { totalWith, useQuote } from '#web/features/cart/use-quote.ts'
import { useUndo } from '#web/features/cart/use-undo.tsx'
import { newOrderOf, shippingState } from '#web/features/orders/checkout/checkout-draft.ts'
import type { CompleteDraft } from '#web/features/orders/checkout/checkout-draft.ts'
import { CheckoutForm } from '#web/features/orders/checkout/checkout-form.tsx'
import { LastOrder } from '#web/features/orders/checkout/last-order.tsx'
import { LeavingOverlay } from '#web/features/orders/payment/leaving-overlay.tsx'
import { useCheckoutForm } from '#web/features/orders/checkout/use-checkout-form.ts'
import { usePlaceOrder, type OrderPlacement } from '#web/features/orders/checkout/use-place-order.ts'
import { PayAction, totalChangeText } from '#web/features/orders/payment/pay-action.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard, LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { BackLink, Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './cart-page.module.css'

export function CartPage() {
  const session = useSession()
  usePageTitle('Shopping Details')
  // The page renders once more after the session ends, before the guard redirects.
  if (session === null) return null
  return (
    <Page isEdgeToEdge>
      <BackLink to="/marketplace">Back to the marketplace</BackLink>
      <PageHead title="Shopping Details" />
      <CartAndOrder memberId={session.userId} />
    </Page>
  )
}

/** Stays mounted after ordering, although the cart is then empty. */
function CartAndOrder({ memberId }: { memberId: number }) {
  const queryClient = useQueryClient()
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: cartKeys.lines })
    void queryClient.invalidateQueries({ queryKey: cartKeys.quote })
    void queryClient.invalidateQueries({ queryKey: savedAddresses.queryKey })
  }
  const ordering = usePlaceOrder({
    memberId,
    onOrdered: () => {
      queryClient.setQueryData(cartOf().queryKey, [])
      reload()
      void reloadItems(queryClient)
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

function Cart({ memberId, ordering }: { memberId: number; ordering: OrderPlacement }) {
  const { cart, lines } = useCartLines()
  const error = cart.isLoadingError ? errorText(cart.error) : null
  useErrorSnackbar(error, cart.errorUpdateCount)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void cart.refetch()} />
  if (lines === undefined) return <RowsSkeleton label="Loading your cart" count={3} />
  if (lines.length === 0)
    return (
      <section className="card-box" aria-label="My Order">
        <EmptyMessage text="Your cart is empty." action={<ToMarketplace />} />
        <LastOrder ordering={ordering} />
      </section>
    )
  return <CartCheckout memberId={memberId} lines={lines} ordering={ordering} />
}

function ToMarketplace() {
  return (
    <Link to="/marketplace" className="text-link">
      See what is for sale
    </Link>
  )
}

type CartCheckoutProps = { memberId: number; lines: CartLine[]; ordering: OrderPlacement }

const unexpected = 'An unexpected error occurred'
const unavailableText = 'Something in your cart cannot be bought. Choose fewer or delete it to go on.'
const noAddressesText = 'Your saved addresses could not be loaded.'
const noQuoteText = 'What delivery costs could not be loaded.'

function CartCheckout({ memberId, lines, ordering }: CartCheckoutProps) {
  const offerUndo = useUndo()
  const { form, saved, quote, stateCode, total, isLeast, isWaiting } = useCheckout({
    memberId,
    lines,
    ordering,
  })
  const quotes = quote.data ?? []
  const isUnavailable = lines.some(({ available }) => !available)
  useFocusOnUnavailable(isUnavailable && ordering.isOutOfStock)
  const loadError = (saved.isLoadingError && noAddressesText) || (quote.isError && noQuoteText) || null

  return (
    <div className={`${classes.order} display-grid gap-m`}>
      <div className={`stack ${classes.left}`}>
        <CartLines
          lines={lines}
          quotes={quotes}
          stateCode={stateCode}
          onMethod={form.chooseMethod}
          onRemoved={offerUndo}
        />
        {quote.isError && <ErrorCard text={noQuoteText} onRetry={() => void quote.refetch()} />}
        {saved.isLoadingError && <LoadError query={saved} otherwise={unexpected} />}
        {saved.isLoading && <RowsSkeleton label="Loading your addresses" count={2} />}
        {saved.data !== undefined && <CheckoutForm form={form} saved={saved.data} />}
      </div>
      <CartSummary lines={lines} quotes={quotes} stateCode={stateCode}>
        <PayAction
          formId={form.props.id}
          total={total}
          isLeast={isLeast}
          oldTotal={ordering.oldTotal}
          error={isUnavailable ? unavailableText : loadError}
          isBusy={isWaiting || ordering.isBusy}
        />
      </CartSummary>
    </div>
  )
}

function useCheckout({ memberId, lines, ordering }: CartCheckoutProps) {
  const saved = useQuery(savedAddresses)
  const profile = useQuery(profileOf(memberId))
  const phone = profile.data?.phoneNumber ?? ''
  const form = useCheckoutForm({ memberId, phone, saved: saved.data ?? [], isBusy: ordering.isBusy, send })
  const isCartOrLgaPending = useIsCartOrLgaPending(form.shown)
  const stateCode = shippingState(form.shown, saved.data ?? [])
  const quote = useQuote(lines, { stateCode, methods: form.shown.methods })
  const quotes = quote.data ?? []
  const { total, isLeast } = totalWith(lines, quotes, stateCode)
  const isWaiting = saved.isLoading || isCartOrLgaPending || quote.isLoading || quote.isPlaceholderData
  const waitForTotal = useEarlyPress({ isWaiting, total, submit: form.props.onSubmit })

  function send(order: CompleteDraft): Promise<void> | undefined {
    if (isWaiting) waitForTotal()
    if (isWaiting || quote.isError) return undefined
    // The displayed methods are sent. They differ from the chosen ones if a seller has changed the offer.
    const delivery = quotes.map(({ sellerId, method }) => ({ sellerId, method }))
    return ordering.placeOrder(newOrderOf(order, { delivery, expectedTotal: total }), lines)
  }

  return { form, saved, quote, stateCode, total, isLeast, isWaiting }
}

type EarlyPressOptions = { isWaiting: boolean; total: number; submit: () => void }

/** Orders as soon as a loading total is known, unless it differs from the total that the buyer saw. */
function useEarlyPress({ isWaiting, total, submit }: EarlyPressOptions): () => void {
  const seenTotal = useRef<number>(null)
  useEffect(() => {
    if (isWaiting || seenTotal.current === null) return
    const before = seenTotal.current
    seenTotal.current = null
    if (before === total) submit()
    else showSnackbar('warning', totalChangeText(before, total))
  }, [isWaiting, total, submit])
  return () => (seenTotal.current = total)
}

/** Returns true while changes of the cart are being sent or the LGAs of a state are loading. */
function useIsCartOrLgaPending({ isSame, billing, shipping }: CompleteDraft): boolean {
  const changes = useIsMutating({ mutationKey: cartKeys.change })
  const returns = useIsMutating({ mutationKey: cartKeys.restore })
  const ofBilling = useAreLgasLoading(billing.way === 'new' ? billing.fresh.cityCode : '')
  const ofShipping = useAreLgasLoading(!isSame && shipping.way === 'new' ? shipping.fresh.cityCode : '')
  return changes + returns > 0 || ofBilling || ofShipping
}

/** Moves the focus to the first line that cannot be bought, because the pressed button is now disabled. */
function useFocusOnUnavailable(isRejected: boolean): void {
  useEffect(() => {
    if (isRejected) document.querySelector<HTMLElement>('li[data-unavailable] a')?.focus()
  }, [isRejected])
}
