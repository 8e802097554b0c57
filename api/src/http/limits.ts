import { limits } from '@rootsquare/contract/limits'
import type { LimitName } from '@rootsquare/contract/limits'
import type { Deps } from '#api/deps.ts'
import { tooMany } from './refusal.ts'

/** A whole IPv6 network of one subscriber counts as one address. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

/** Counts one and tells whether it is still within the limit. */
export async function isWithin(deps: Deps, name: LimitName, who: string): Promise<boolean> {
  const left = await secondsToWait(deps, name, who)
  return left === 0
}

/** Counts one, and refuses above the limit. */
export async function limit(deps: Deps, name: LimitName, who: string): Promise<void> {
  const seconds = await secondsToWait(deps, name, who)
  if (seconds > 0) throw tooMany(seconds)
}

async function secondsToWait({ counters, settings }: Deps, name: LimitName, who: string): Promise<number> {
  if (settings.rateLimitScale === 0) return 0
  const { max, seconds } = limits[name]
  const { count, secondsLeft } = await counters.add(`${name}:${who}`, seconds)
  return count > max * settings.rateLimitScale ? secondsLeft : 0
}

/** Takes one back: what succeeded does not count against a limit on failures. */
export async function giveBack({ counters, settings }: Deps, name: LimitName, who: string): Promise<void> {
  if (settings.rateLimitScale > 0) await counters.giveBack(`${name}:${who}`)
}
