import type { Bus, Listen, MemberSignal, PostChange } from './bus.ts'

/** A bus for a single node. */
export function memoryBus(): Bus {
  const members = channel<Parameters<Listen>>()
  const posts = channel<[PostChange]>()
  const signals = channel<[MemberSignal]>()
  return {
    wake: (memberIds) => members.send(memberIds, { isNews: false, hasNotifications: false, known: [] }),
    news: (memberIds, known = []) =>
      members.send(memberIds, { isNews: true, hasNotifications: false, known }),
    notificationsChanged: (memberIds) =>
      members.send(memberIds, { isNews: true, hasNotifications: true, known: [] }),
    subscribe: members.listen,
    postChanged: posts.send,
    onPostChange: posts.listen,
    signal: signals.send,
    onSignal: signals.listen,
    answerMs: 0,
    async close() {
      for (const { close } of [members, posts, signals]) close()
    },
  }
}

function channel<M extends unknown[]>() {
  const listeners = new Set<(...message: M) => void>()
  return {
    send(...message: M): void {
      for (const listen of listeners) listen(...message)
    },
    listen(listener: (...message: M) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => listeners.clear(),
  }
}
