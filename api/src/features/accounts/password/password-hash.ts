import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '#api/http/serve/semaphore.ts'

/** Argon2id is the library's default; the figures are OWASP's. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of the four threads that Node also reads files and names with, one stays free. */
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Hashing is made to be slow: a flood of log-ins waits in line or is sent away, and never takes the whole machine. */
const inTurn = semaphore(atOnce, 200, 'Too many people are signing in. Please try again in a moment.')

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), options))
}

/** Of a password that nobody has, made with the same figures. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$Aan4BeTglrEGgTTzWiYDxQ$6NdZ7fvuqv+FDMxXzIZbkY8x/c8VSacQco1NaaQGgyA'

/** Takes as long for a member who does not exist: an unknown name cannot be told from a wrong password. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? nobody, password.normalize('NFC')))
  return matches && passwordHash !== undefined
}
