import { createHmac } from 'node:crypto'

/** Returns a keyed hash, because usernames can be guessed and a plain hash would reveal former members. */
export function hashUsername(username: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`username ${username.toLowerCase()}`).digest()
}
