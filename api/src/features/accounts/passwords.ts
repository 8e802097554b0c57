import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#api/http/refusal.ts'

/** Argon2id is the library's default; the figures are OWASP's. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const atOnce = Math.max(1, availableParallelism() - 1)
const mostWaiting = 200
let running = 0
const waiting: (() => void)[] = []

/** Hashing is made to be slow: a flood of log-ins waits in line or is sent away, and never takes the whole machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else {
    if (waiting.length >= mostWaiting) throw unavailable('Too many people are signing in. Please try again in a moment.')
    // Whoever finishes hands the turn on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), options))
}

let nobody: Promise<string> | undefined

/** Takes as long for a member who does not exist: an unknown name cannot be told from a wrong password. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await nobody)
  const matches = await inTurn(() => verify(known, password.normalize('NFC')))
  return matches && passwordHash !== undefined
}
