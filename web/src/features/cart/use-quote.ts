import { quoteCart, type CartLine, type SellerQuote } from '@rootsquare/contract/trade/cart'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { shipWithinDays } from '@rootsquare/contract/trade/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-query.ts'
import { totalOf } from '#web/features/cart/use-cart-lines.ts'
import { call, CallError } from '#web/lib/net/call.ts'

type QuoteOptions = { stateCode: string | undefined; methods: Record<string, DeliveryMethod> }

/** What delivery costs. It depends on which lines can be bought, not on how many of each. */
export function useQuote(lines: CartLine[], { stateCode, methods }: QuoteOptions) {
  const choices = sellersOf(lines).flatMap(({ sellerId }) => {
    const method = methods[sellerId]
    return method === undefined ? [] : [`${sellerId}:${method}`]
  })
  const bought = lines.map(({ id, available, price }) => [id, available, price])
  return useQuery({
    queryKey: [...cartKeys.quote, stateCode, choices, bought] as const,
    queryFn: ({ signal }) => quoted({ stateCode, choices, signal }),
    placeholderData: keepPreviousData,
    enabled: lines.length > 0,
  })
}

type QuoteRequest = { stateCode: string | undefined; choices: string[]; signal: AbortSignal }

/** A seller may have changed what is offered since it was chosen: then the methods are those of the seller. */
async function quoted({ stateCode, choices, signal }: QuoteRequest): Promise<SellerQuote[]> {
  const methods = choices.length > 0 ? { methods: choices.join(',') } : {}
  try {
    return (await call(quoteCart, { query: { stateCode, ...methods }, signal })).data.sellers
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'METHOD_NOT_OFFERED') throw failure
    return (await call(quoteCart, { query: { stateCode }, signal })).data.sellers
  }
}

/** In the order of their first lines. */
export function sellersOf(lines: CartLine[]) {
  return [...Map.groupBy(lines, ({ sellerId }) => sellerId)].map(([sellerId, own]) => ({
    sellerId,
    username: own[0]?.sellerUsername ?? '',
    lines: own,
  }))
}

/** True while the fee is not known because the state is not. */
const isOpen = ({ fee, leastFee }: SellerQuote, stateCode: string | undefined) =>
  stateCode === undefined && leastFee !== fee

/** With the fees; `isLeast` if it depends on the state that is not chosen yet. */
export function totalWith(lines: CartLine[], quotes: SellerQuote[], stateCode: string | undefined) {
  const fees = quotes.map((quote) => koboOf(isOpen(quote, stateCode) ? quote.leastFee : quote.fee))
  const total = nairaOf(fees.reduce((sum, fee) => sum + fee, koboOf(totalOf(lines))))
  return { total, isLeast: quotes.some((quote) => isOpen(quote, stateCode)) }
}

/** `place` is the name of the state the goods are in, if it is known. */
export function methodText(method: DeliveryMethod, place: string | undefined): string {
  if (method === 'DELIVERY') return 'Delivery'
  return place === undefined ? 'Pick-up' : `Pick-up in ${place}`
}

export function feeText(quote: SellerQuote, stateCode: string | undefined): string {
  if (isOpen(quote, stateCode)) return `from ${nairaText(quote.leastFee)}, depends on your state`
  return quote.fee === 0 ? 'free' : nairaText(quote.fee)
}

export const dateText = ({ method }: SellerQuote) =>
  `Usually ${method === 'PICKUP' ? 'ready' : 'sent'} within ${shipWithinDays} days`
