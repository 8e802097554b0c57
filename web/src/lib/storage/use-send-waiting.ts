import { useEffect, useEffectEvent } from 'react'

/**
 * Sends what waits for a receiver while its page is open. Another tab may be sending it; `send` goes on when that tab is
 * closed.
 */
export function useSendWaiting({ id, waiting }: { id: number; waiting: number }, send: () => unknown): void {
  const onWaiting = useEffectEvent(send)
  useEffect(() => {
    if (waiting > 0) onWaiting()
  }, [id, waiting])
}
