import { quoteCart, type CartLine, type SellerQuote } from '@rootsquare/contract/trade/cart'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { shipWithinDays } from '@rootsquare/contract/trade/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { totalOf } from '#web/features/cart/use-cart-lines.ts'
import { addDays, todayInLagos } from '#web/lib/format/days.ts'
import { dayText } from '#web/lib/format/time.ts'
import { call, CallError } from '#web/lib/net/call.ts'

type QuoteOptions = { stateCode: string | undefined; methods: Record<string, DeliveryMethod> }

/** Loads the delivery costs. They depend on which lines can be bought, but not on their quantities. */
export function useQuote(lines: CartLine[], { stateCode, methods }: QuoteOptions) {
  const choices = sellersOf(lines).flatMap(({ sellerId }) => {
    const method = methods[sellerId]
    return method === undefined ? [] : [`${sellerId}:${method}`]
  })
  const bought = lines.map(({ id, available, price }) => [id, available, price])
  return useQuery({
    queryKey: [...cartKeys.quote, stateCode, choices, bought] as const,
    queryFn: ({ signal }) => fetchQuote({ stateCode, choices, signal }),
    placeholderData: keepPreviousData,
    enabled: lines.length > 0,
  })
}

type QuoteRequest = { stateCode: string | undefined; choices: string[]; signal: AbortSignal }

/** Loads the seller's default methods if the seller no longer offers a chosen one. */
async function fetchQuote({ stateCode, choices, signal }: QuoteRequest): Promise<SellerQuote[]> {
  const methods = choices.length > 0 ? { methods: choices.join(',') } : {}
  try {
    return (await call(quoteCart, { query: { stateCode, ...methods }, signal })).data.sellers
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'METHOD_NOT_OFFERED') throw failure
    return (await call(quoteCart, { query: { stateCode }, signal })).data.sellers
  }
}

/** Groups the lines by seller, in the order of their first lines. */
export function sellersOf(lines: CartLine[]) {
  return [...new Set(lines.map(({ sellerId }) => sellerId))].map((sellerId) => {
    const own = lines.filter((line) => line.sellerId === sellerId)
    return { sellerId, username: own[0]?.sellerUsername ?? '', lines: own }
  })
}

/** Returns true while the fee is unknown because no state is chosen. */
const isFeeUnknown = ({ fee, leastFee }: SellerQuote, stateCode: string | undefined) =>
  stateCode === undefined && leastFee !== fee

/** Adds the fees to the total; `isLeast` if they still depend on the state. */
export function totalWith(lines: CartLine[], quotes: SellerQuote[], stateCode: string | undefined) {
  const fees = quotes.map((quote) => koboOf(isFeeUnknown(quote, stateCode) ? quote.leastFee : quote.fee))
  const total = nairaOf(fees.reduce((sum, fee) => sum + fee, koboOf(totalOf(lines))))
  return { total, isLeast: quotes.some((quote) => isFeeUnknown(quote, stateCode)) }
}

/** `place` is the state in which the goods are located, if it is known. */
export function methodText(method: DeliveryMethod, place: string | undefined): string {
  if (method === 'DELIVERY') return 'Delivery'
  return place === undefined ? 'Pick-up' : `Pick-up in ${place}`
}

export function feeText(quote: SellerQuote, stateCode: string | undefined): string {
  if (isFeeUnknown(quote, stateCode)) return `from ${nairaText(quote.leastFee)}, depends on your state`
  return quote.fee === 0 ? 'free' : nairaText(quote.fee)
}

/** Says the last day on which the seller sends what is paid today. */
export const dateText = ({ method }: SellerQuote) =>
  `${method === 'PICKUP' ? 'Ready' : 'Sent'} by ${dayText(addDays(todayInLagos(), shipWithinDays))}`
