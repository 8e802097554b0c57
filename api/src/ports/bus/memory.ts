import type { Bus, Listen } from './bus.ts'

/** A bus for a single node. */
export function memoryBus(): Bus {
  const listeners = new Set<Listen>()
  return {
    wake(memberIds) {
      for (const listen of listeners) listen(memberIds, { isNews: false, known: [] })
    },
    news(memberIds, known = []) {
      for (const listen of listeners) listen(memberIds, { isNews: true, known })
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    async close() {
      listeners.clear()
    },
  }
}
