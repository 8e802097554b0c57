import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { limits } from '@rootsquare/contract/limits'
import type { Limit, LimitName } from '@rootsquare/contract/limits'
import type { Deps } from '#api/deps.ts'
import { tooMany } from '#api/http/api-error.ts'

/** A whole IPv6 network of one subscriber counts as one address, however it is written. */
export function addressKey(ip: string): string {
  const kind = isIP(ip)
  if (kind === 4) return ip
  if (kind === 0) return 'unknown'
  const parts = partsOf(ip)
  const isMapped = parts.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? dotted(parts.slice(6)) : parts.slice(0, 4).join(':')
}

/** All eight parts of an IPv6 address, in the one spelling that URL gives them. */
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

type Counting = Pick<Deps, 'counters' | 'settings'>

export const limitOf = (name: LimitName): Limit => limits[name]

/** Counts one and tells whether it is still within the limit. */
export async function isWithin(deps: Counting, name: LimitName, who: string): Promise<boolean> {
  const left = await secondsToWait(deps, name, who)
  return left === 0
}

/** Counts one, and refuses above the limit. */
export async function limit(deps: Counting, name: LimitName, who: string): Promise<void> {
  const seconds = await secondsToWait(deps, name, who)
  if (seconds > 0) throw tooMany(seconds)
}

async function secondsToWait(
  { counters, settings }: Counting,
  name: LimitName,
  who: string,
): Promise<number> {
  if (settings.rateLimitScale === 0) return 0
  const { max, seconds } = limits[name]
  const { count, secondsLeft } = await counters.add(`${name}:${who}`, seconds)
  return count > max * settings.rateLimitScale ? secondsLeft : 0
}

/** Takes one back: for what turned out not to count. */
export async function giveBack(
  { counters, settings }: Counting,
  name: LimitName,
  who: string,
): Promise<void> {
  if (settings.rateLimitScale > 0) await counters.giveBack(`${name}:${who}`)
}

/** A name or an e-mail address as the counters know it. They may lie in Redis, where neither belongs. */
export function countedName(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url')
}
