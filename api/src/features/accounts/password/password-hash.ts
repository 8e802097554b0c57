import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '#api/http/serve/semaphore.ts'

/** The parameters that OWASP recommends. Argon2id is the library's default. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Node's thread pool has four threads. One stays free for files and DNS. */
const maxRunning = Math.max(1, Math.min(3, availableParallelism() - 1))

/** A burst of 400 log-ins is normal. The last of 500 starts before the handler's timeout. */
const maxWaiting = 500

/** Hashing is slow by design. A flood of log-ins is queued or rejected, so that it does not use the whole machine. */
const runLimited = semaphore(
  maxRunning,
  maxWaiting,
  'Too many people are signing in. Please try again in a moment.',
)

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password.normalize('NFC'), hashOptions))
}

/** The hash of a random password, made with the same parameters. */
const unknownMemberHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Aan4BeTglrEGgTTzWiYDxQ$6NdZ7fvuqv+FDMxXzIZbkY8x/c8VSacQco1NaaQGgyA'

/**
 * Returns whether the password is correct. It takes the same time for an unknown member, so that timing does not reveal
 * which usernames exist.
 */
export async function isCorrectPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await runLimited(() => verify(passwordHash ?? unknownMemberHash, password.normalize('NFC')))
  return matches && passwordHash !== undefined
}
