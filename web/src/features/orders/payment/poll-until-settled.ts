import type { Order } from '@rootsquare/contract/orders'
import { awaitsPayment } from '#web/features/orders/order/order-labels.ts'
import { isRejection } from '#web/lib/net/server-message.ts'

/** After the last check the provider notifies the server by itself. */
const pausesMs = [2000, 4000, 8000, 16_000, 30_000]

/** Null if the order is still unpaid after the last check. */
export async function pollUntilSettled<O extends Pick<Order, 'orderStatus' | 'held'>>(
  ask: () => Promise<O>,
  leaving: AbortSignal,
): Promise<O | null> {
  for (const pauseMs of [...pausesMs, 0]) {
    try {
      const order = await ask()
      if (!awaitsPayment(order)) return order
    } catch (failure) {
      if (isRejection(failure)) return null
    }
    await pause(pauseMs, leaving)
    if (leaving.aborted) return null
  }
  return null
}

function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    leaving.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
