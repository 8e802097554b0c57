import { createHmac } from 'node:crypto'

/** Keyed: usernames are easily guessed, and a plain hash would tell who was here. */
export function usernameHash(username: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`username ${username.toLowerCase()}`).digest()
}
