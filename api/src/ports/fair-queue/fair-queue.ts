/** The first share is of the key that takes turns with others: nobody of its kind can hold or wait for more than its part. */
type Limits = {
  maxRunning: number
  maxWaiting: number
  /** How many may run for each key, in the order of the keys. */
  shares: readonly number[]
  /** How many may wait for each first key. */
  maxWaitingEach: number
}

export type Turn = { keys: readonly string[] }
type Waiting = Turn & { turn: Turn; start: () => void; reject: (error: Error) => void }

/** Thrown at a caller who cannot wait. `isOwnShare` is true if others could still wait. */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly isOwnShare: boolean

  constructor(isOwnShare: boolean) {
    super('The queue is full.')
    this.isOwnShare = isOwnShare
  }
}

const memberOf = ({ keys }: Turn) => keys[0] ?? ''

function runningTurns({ maxRunning, shares }: Limits) {
  const running = new Set<Turn>()
  return {
    add: (turn: Turn) => void running.add(turn),
    delete: (turn: Turn) => running.delete(turn),
    /** Returns whether these keys could start now, or if that turn had ended. */
    isFree({ keys }: Turn, without?: Turn): boolean {
      const others = [...running].filter((turn) => turn !== without)
      const fits = (key: string, at: number) =>
        others.filter((turn) => turn.keys[at] === key).length < (shares[at] ?? maxRunning)
      return others.length < maxRunning && keys.every(fits)
    },
  }
}

function waitingTurns({ maxWaiting, maxWaitingEach }: Limits) {
  const waiting: Waiting[] = []
  const countOf = (one: Turn) => waiting.filter((other) => memberOf(other) === memberOf(one)).length

  function remove(one: Waiting): boolean {
    const at = waiting.indexOf(one)
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
  }

  /** Rejects the newest of whoever waits for most, unless that is the newcomer. */
  function makeRoom(newcomer: Turn): void {
    if (countOf(newcomer) >= maxWaitingEach) throw new QueueFull(true)
    if (waiting.length < maxWaiting) return
    const most = Math.max(...waiting.map(countOf))
    if (most <= countOf(newcomer) + 1) throw new QueueFull(false)
    const last = waiting.findLast((one) => countOf(one) === most)
    if (last && remove(last)) last.reject(new QueueFull(true))
  }

  function wait(turn: Turn, signal?: AbortSignal): Promise<void> {
    makeRoom(turn)
    const over = new AbortController()
    return new Promise<void>((start, reject) => {
      const one = { turn, keys: turn.keys, start, reject }
      waiting.push(one)
      const giveUp = () => remove(one) && reject(signal?.reason)
      signal?.addEventListener('abort', giveUp, { once: true, signal: over.signal })
      // The signal may be that of the whole server, which would remember everybody who ever waited.
    }).finally(() => over.abort())
  }

  return { all: waiting, remove, wait }
}

export type FairQueue = ReturnType<typeof fairQueue>

/**
 * Runs so many at a time, and lets the others wait. Who has had the fewest turns comes next, so that one who queues many
 * delays others by one turn only. When the queue is full, the newest of who waits for most makes room.
 */
export function fairQueue(limits: Limits) {
  const running = runningTurns(limits)
  const waiting = waitingTurns(limits)
  /** Counted while somebody waits. */
  const turns = new Map<string, number>()
  const turnsOf = (turn: Turn) => turns.get(memberOf(turn)) ?? 0

  function start(turn: Turn): void {
    running.add(turn)
    turns.set(memberOf(turn), turnsOf(turn) + 1)
  }

  function startWaiting(): void {
    for (;;) {
      const free = waiting.all.filter((one) => running.isFree(one))
      const fewest = Math.min(...free.map(turnsOf))
      const next = free.find((one) => turnsOf(one) === fewest)
      if (!next) break
      waiting.remove(next)
      start(next.turn)
      next.start()
    }
    if (waiting.all.length === 0) turns.clear()
  }

  return {
    /** Resolves when it is the turn of these keys. An aborted signal gives up waiting. */
    async take(keys: readonly string[], signal?: AbortSignal): Promise<Turn> {
      signal?.throwIfAborted()
      const turn = { keys }
      if (running.isFree(turn)) start(turn)
      else await waiting.wait(turn, signal)
      return turn
    },
    end: (turn: Turn): void => void (running.delete(turn) && startWaiting()),
    isWaiting: () => waiting.all.length > 0,
    /** Returns whether somebody waits who could start if this turn ended. */
    isWanted: (turn: Turn) => waiting.all.some((one) => running.isFree(one, turn)),
  }
}
