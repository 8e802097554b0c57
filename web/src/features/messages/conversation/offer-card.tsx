import type { Message, Offer } from '@rootsquare/contract/messages'
import { nairaText } from '@rootsquare/contract/lib/money'
import { decideOffer, type OfferDecision } from '@rootsquare/contract/trade/offers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCartCount } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { applyMessage } from '#web/entities/messages/message-cache.ts'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { weekdayClockText } from '#web/lib/format/clock-text.ts'
import { everyMinute } from '#web/lib/format/minute-clock.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './offer-card.module.css'

/** `isOwn` means that the viewer is the buyer, who wrote the message. */
type OfferCardProps = { offer: Offer; message: Message; isOwn: boolean }

export function OfferCard({ offer, message, isOwn }: OfferCardProps) {
  const isInTime = useSyncExternalStore(everyMinute, () => Date.parse(offer.validUntil) > Date.now())
  const isHeld = offer.state === 'ACCEPTED' && isInTime
  return (
    <div className={`ink ${classes.card} display-grid gap-xs bordered on-surface`} data-action-bar>
      <Link
        to="/marketplace"
        search={{ item: offer.itemId }}
        className={`flex-row gap-s ${classes.item} shrinkable radius-s`}
      >
        <ItemThumbnail image={offer.thumbnail} size={56} />
        <span className="stack gap-0 shrinkable pad-x-xs">
          <span className="one-line">{offer.itemName}</span>
          <span className="amount bold">Offer: {nairaText(offer.price)}</span>
        </span>
      </Link>
      <p className="text-xs">{stateText(offer, isHeld, isOwn)}</p>
      <Decisions offer={offer} message={message} isOwn={isOwn} />
      {isHeld && isOwn && <Buy offer={offer} />}
    </div>
  )
}

function stateText({ state, validUntil }: Offer, isHeld: boolean, isOwn: boolean): string {
  if (isHeld) return `Accepted. The price holds until ${weekdayClockText(validUntil)}.`
  if (state === 'OPEN') return isOwn ? 'Waiting for the seller to answer.' : 'Waiting for your answer.'
  if (state === 'USED') return isOwn ? 'You ordered for this price.' : 'The buyer ordered for this price.'
  if (state === 'DECLINED') return 'Declined.'
  return state === 'WITHDRAWN' ? 'Withdrawn.' : 'This offer has ended.'
}

const decisions = [
  { name: 'Accept', can: 'accept', state: 'ACCEPTED', variant: 'primary' },
  { name: 'Decline', can: 'decline', state: 'DECLINED', variant: 'outline' },
  { name: 'Withdraw', can: 'withdraw', state: 'WITHDRAWN', variant: 'outline' },
] as const

function Decisions({ offer, message, isOwn }: OfferCardProps) {
  const { mutate, isPending, variables } = useDecideOffer(offer, message, isOwn)
  const open = decisions.filter(({ can }) => offer.can[can])
  if (open.length === 0) return null

  function decide(state: OfferDecision): void {
    if (isPending) return
    mutate(state)
  }

  return (
    <div className="flex-row wrap gap-s">
      {open.map(({ name, state, variant }) => (
        <Button
          key={name}
          variant={variant}
          isBusy={isPending && variables === state}
          aria-label={`${name} the offer of ${nairaText(offer.price)}`}
          onClick={() => decide(state)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

function useDecideOffer({ id }: Offer, { senderId, receiverId }: Message, isOwn: boolean) {
  const queryClient = useQueryClient()
  const [viewerId, otherId] = isOwn ? [senderId, receiverId] : [receiverId, senderId]
  return useServerMutation({
    mutationFn: async (state: OfferDecision) =>
      (await call(decideOffer, { params: { id }, body: { state } })).data,
    onSuccess: (message) => {
      // The buttons will be removed, so the focus has to move first.
      focusConversation()
      applyMessage(queryClient, viewerId, message)
    },
    onError: (failure) => {
      showSnackbar('error', errorText(failure))
      // The other side may have decided in the meantime.
      void queryClient.invalidateQueries({ queryKey: messageKeys.conversation(otherId) })
    },
  })
}

/** Offers to buy at the agreed price, which an item in the cart already has. The link takes the focus of the removed button. */
function Buy({ offer: { itemId, price } }: { offer: Offer }) {
  const link = useRef<HTMLAnchorElement>(null)
  const [wasPressed, setPressed] = useState(false)
  const { data: lines } = useQuery(cartOf())
  const { change, isPending } = useCartCount({ itemId, count: 0 })
  const isInCart = lines?.some((line) => line.itemId === itemId) ?? false
  useEffect(() => {
    if (isInCart && wasPressed) link.current?.focus()
  }, [isInCart, wasPressed])
  if (isInCart)
    return (
      <Link ref={link} to="/cart" className="text-link touch display-inline-flex items-center">
        In your cart: go to the cart
      </Link>
    )

  function buy(): void {
    if (isPending) return
    setPressed(true)
    change(1)
  }

  return (
    <Button isBusy={isPending} onClick={buy}>
      Buy for {nairaText(price)}
    </Button>
  )
}
