import type { Bus } from './bus.ts'

/** One node, which hears itself. */
export function memoryBus(): Bus {
  const listeners = new Set<(memberIds: number[]) => void>()
  return {
    wake(memberIds) {
      for (const listen of listeners) listen(memberIds)
    },
    hear(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    async close() {
      listeners.clear()
    },
  }
}
