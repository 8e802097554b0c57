import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { limits, type Limit, type LimitName } from '@rootsquare/contract/lib/limits'
import type { Deps } from '#api/deps.ts'
import { tooMany } from '#api/http/api-error.ts'

/** Returns the key that an address is counted by. An IPv6 /64 network belongs to one subscriber, so it has one key. */
export function addressKey(ip: string): string {
  const kind = isIP(ip)
  if (kind === 4) return ip
  if (kind === 0) return 'unknown'
  const parts = partsOf(ip)
  const isMapped = parts.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? dotted(parts.slice(6)) : parts.slice(0, 4).join(':')
}

/** Returns all eight parts of an IPv6 address, in the normalised spelling of URL. */
function partsOf(ip: string): string[] {
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`)
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

function dotted(parts: string[]): string {
  return parts.flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

type LimitDeps = Pick<Deps, 'counters' | 'settings'>

export const limitOf = (name: LimitName): Limit => limits[name]

/** Counts one call, and returns whether it is within the limit. */
export async function isWithin(deps: LimitDeps, name: LimitName, key: string): Promise<boolean> {
  return (await secondsToWait(deps, name, key)) === 0
}

/** Counts one call, and throws if it is above the limit. */
export async function limit(deps: LimitDeps, name: LimitName, key: string): Promise<void> {
  const seconds = await secondsToWait(deps, name, key)
  if (seconds > 0) throw tooMany(seconds)
}

async function secondsToWait(
  { counters, settings }: LimitDeps,
  name: LimitName,
  key: string,
): Promise<number> {
  if (settings.rateLimitScale === 0) return 0
  const { max, seconds } = limits[name]
  const { count, secondsLeft } = await counters.add(`${name}:${key}`, seconds)
  return count > Math.max(1, max * settings.rateLimitScale) ? secondsLeft : 0
}

/** Takes back one count, for a call that turned out not to count. */
export async function uncountCall(
  { counters, settings }: LimitDeps,
  name: LimitName,
  key: string,
): Promise<void> {
  if (settings.rateLimitScale > 0) await counters.subtract(`${name}:${key}`)
}

/** Hashes a username or e-mail address, because counters may be stored in Redis, where no personal data belongs. */
export function countedName(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url')
}
