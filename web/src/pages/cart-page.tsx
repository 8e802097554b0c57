import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { CartLines } from '#web/features/cart/cart-lines.tsx'
import { CartSummary } from '#web/features/cart/cart-summary.tsx'
import { useShownCart } from '#web/features/cart/shown-cart.ts'
import { useUndo } from '#web/features/cart/use-undo.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './cart-page.module.css'

export function CartPage() {
  usePageTitle('Shopping Details')
  return (
    <div className={classes.page}>
      <Link to="/marketplace" className={['link', classes.back].join(' ')}>
        <ArrowLeft size={18} strokeWidth={2.2} aria-hidden="true" />
        Back to the marketplace
      </Link>
      <h1 className={['display', classes.title].join(' ')}>Shopping Details</h1>
      <Cart />
    </div>
  )
}

function Cart() {
  const { cart, lines } = useShownCart()
  const offerUndo = useUndo()
  const trouble = cart.isLoadingError ? failureText(cart.error) : null
  useTold(trouble, cart.errorUpdateCount)
  if (trouble !== null) return <TroubleCard text={trouble} onRetry={() => void cart.refetch()} />
  if (lines === undefined) return <RowsSkeleton label="Loading your cart" count={3} />
  if (lines.length === 0)
    return (
      <section className="card" aria-label="My Order">
        <EmptyWords text="Your cart is empty." wayOn={<ToMarketplace />} />
      </section>
    )
  return (
    <div className={classes.order}>
      <CartLines lines={lines} onRemoved={offerUndo} />
      <CartSummary lines={lines} />
    </div>
  )
}

function ToMarketplace() {
  return (
    <Link to="/marketplace" className="link">
      See what is for sale
    </Link>
  )
}
