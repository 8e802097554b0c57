import type { Bus, Listen, MemberSignal, PostChange } from './bus.ts'

/** A bus for a single node. */
export function memoryBus(): Bus {
  const listeners = new Set<Listen>()
  const postListeners = new Set<(change: PostChange) => void>()
  const signalListeners = new Set<(signal: MemberSignal) => void>()
  const send: Listen = (memberIds, change) => {
    for (const listen of listeners) listen(memberIds, change)
  }
  return {
    wake: (memberIds) => send(memberIds, { isNews: false, hasNotifications: false, known: [] }),
    news: (memberIds, known = []) => send(memberIds, { isNews: true, hasNotifications: false, known }),
    notificationsChanged: (memberIds) => send(memberIds, { isNews: true, hasNotifications: true, known: [] }),
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    postChanged(change) {
      for (const listen of postListeners) listen(change)
    },
    onPostChange(listen) {
      postListeners.add(listen)
      return () => postListeners.delete(listen)
    },
    signal(signal) {
      for (const listen of signalListeners) listen(signal)
    },
    onSignal(listen) {
      signalListeners.add(listen)
      return () => signalListeners.delete(listen)
    },
    async close() {
      signalListeners.clear()
      postListeners.clear()
      listeners.clear()
    },
  }
}
