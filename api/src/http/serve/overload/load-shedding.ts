import type { FastifyRequest } from 'fastify'
import { unavailable } from '#api/http/api-error.ts'
import { isForm } from '#api/http/body/multipart.ts'
import { countShed } from '#api/http/logs/metrics.ts'
import type { ServedEndpoint } from '#api/http/serve/policy.ts'
import { callQueue, type CallQueue } from './call-queue.ts'

/** Returns the limits of a node with so many connections to its database. Only tests set other ones. */
export const sheddingLimits = (connections: number) => ({
  /** More would only make each call slower. The other connections are for vital calls, sessions and jobs. */
  maxRunning: Math.ceil(0.4 * connections),
  /** Vital calls run beside the others, because they may wait for the payment provider. */
  maxVital: 1000,
  /** Applies to each queue. A longer burst is overload. */
  maxWaiting: 500,
  patienceMs: { write: 8000, read: 5000, optional: 3000 },
  overloadedWaitMs: 50,
  calmMs: 1000,
})
export type SheddingLimits = ReturnType<typeof sheddingLimits>

type QueuedClass = keyof SheddingLimits['patienceMs']
/** Orders the classes of calls: optional calls are rejected first, then reads, then writes, and vital ones last. */
type CallClass = QueuedClass | 'vital'

type Request = Pick<FastifyRequest, 'headers' | 'socket'>

export type LoadShedding = {
  /** Runs `prepare`, but throws before it if the call would be rejected. A read counts as waiting until `prepare` ends. */
  admit<T>(endpoint: ServedEndpoint, request: Request, prepare: () => Promise<T>): Promise<T>
  /** Runs `work` when it is the call's turn, and throws if that would take too long. */
  run<T>(endpoint: ServedEndpoint, request: Request, work: () => Promise<T>): Promise<T>
}

/** Limits how many calls run at a time. The others wait, and some are rejected: see docs/decisions/0036-load-shedding.md. */
export function loadShedding(limits: SheddingLimits): LoadShedding {
  const queued = queuedCalls(limits)
  const vital = vitalCalls(limits)
  return {
    async admit(endpoint, request, prepare) {
      const callClass = classOf(endpoint, request)
      if (!callClass) return prepare()
      if (callClass !== 'vital') return queued.admit(callClass, endpoint.method === 'GET', prepare)
      vital.check()
      return prepare()
    },
    run(endpoint, request, work) {
      const callClass = classOf(endpoint, request)
      if (!callClass || isUpload(endpoint, request)) return work()
      if (callClass === 'vital') return vital.run(work)
      return queued.run(callClass, endpoint.method === 'GET' ? unlessAbandoned(request, work) : work)
    },
  }
}

/** Uploads have a queue of their own (form-queue.ts): one may take minutes to arrive and would keep a place here for that long. */
const isUpload = (endpoint: ServedEndpoint, request: Request) =>
  isForm(endpoint, request) || (endpoint.isTus === true && endpoint.method === 'PATCH')

/** Skips a read whose client left while it waited. A write is carried out, because its sender wants it done. */
function unlessAbandoned<T>({ socket }: Request, read: () => Promise<T>): () => Promise<T> {
  return async () => {
    if (socket.destroyed) throw overloadedError()
    return read()
  }
}

/** Returns undefined for health checks, which are never rejected. */
function classOf(
  { access, method, shed, isUnlimited }: ServedEndpoint,
  { headers }: Request,
): CallClass | undefined {
  if (shed === 'last') return 'vital'
  if (isUnlimited) return undefined
  // Staff must be able to work when too many members are online.
  const isStaff = access !== 'public' && access !== 'member'
  if (method !== 'GET' || isStaff) return 'write'
  const isAnonymous = access === 'public' && headers.authorization === undefined
  return shed === 'first' || isAnonymous ? 'optional' : 'read'
}

function vitalCalls({ maxVital }: SheddingLimits) {
  let running = 0
  function check(): void {
    if (running >= maxVital) throw shedError('vital')
  }
  async function run<T>(work: () => Promise<T>): Promise<T> {
    check()
    running += 1
    return work().finally(() => (running -= 1))
  }
  return { check, run }
}

const sweepMs = 50

function queuesOf({ patienceMs, ...limits }: SheddingLimits) {
  const queueOf = (name: QueuedClass) =>
    callQueue({ ...limits, patienceMs: patienceMs[name] }, () => shedError(name))
  return { write: queueOf('write'), read: queueOf('read'), optional: queueOf('optional') }
}

/** Starts to reject calls that wait for too long, and continues until no call waits. */
function sweeperOf(byImportance: CallQueue[]): () => void {
  let timer: NodeJS.Timeout | undefined
  function sweep(): void {
    for (const queue of byImportance.toReversed()) queue.rejectLate()
    if (byImportance.some((queue) => queue.length() > 0)) return
    clearInterval(timer)
    timer = undefined
  }
  return () => void (timer ??= setInterval(sweep, sweepMs).unref())
}

function queuedCalls(limits: SheddingLimits) {
  const { maxRunning } = limits
  const queues = queuesOf(limits)
  const byImportance = [queues.write, queues.read, queues.optional]
  /** Counts the reads whose session is being read, because hundreds may arrive at the same moment. */
  let arriving = 0
  let running = 0
  const sweep = sweeperOf(byImportance)

  function check(callClass: QueuedClass): void {
    if (running + arriving < maxRunning) return
    const queue = queues[callClass]
    const isFull = queue.isOverloaded() && queue.length() + arriving >= maxRunning / 2
    const moreImportant = byImportance.slice(0, byImportance.indexOf(queue))
    if (isFull || moreImportant.some((other) => other.isOverloaded())) throw queue.reject()
  }
  async function admit<T>(callClass: QueuedClass, isRead: boolean, prepare: () => Promise<T>): Promise<T> {
    check(callClass)
    if (!isRead) return prepare()
    arriving += 1
    return prepare().finally(() => (arriving -= 1))
  }
  /** Starts the next call, so that `running` does not change. */
  function end(): void {
    const next = byImportance.find((queue) => queue.length() > 0)?.next()
    if (next) next.start()
    else running -= 1
  }
  async function run<T>(callClass: QueuedClass, work: () => Promise<T>): Promise<T> {
    check(callClass)
    if (running < maxRunning) running += 1
    else {
      sweep()
      await queues[callClass].wait()
    }
    return work().finally(end)
  }
  return { admit, run }
}

/** Two to ten seconds, so that clients do not all return together. They are made once, because a stack trace is expensive. */
const overloadedErrors = Array.from({ length: 9 }, (_, nth) => unavailable(undefined, nth + 2))

function overloadedError(): Error {
  return overloadedErrors[Math.floor(Math.random() * overloadedErrors.length)] ?? unavailable()
}

function shedError(callClass: CallClass): Error {
  countShed(callClass)
  return overloadedError()
}
