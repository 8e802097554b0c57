import type { AddressInfo } from 'node:net'

/** The address on which this process listens. It is known only after the start. */
export type OwnAddress = {
  set(bound: AddressInfo | string | null): void
  /** `http://host:port`, or null before the server listens. */
  url(): string | null
}

/** A server that is bound to all addresses is reached on loopback. */
const reachableAs: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export function openOwnAddress(): OwnAddress {
  let url: string | null = null
  return {
    set(bound) {
      url = bound === null || typeof bound === 'string' ? null : urlOf(bound)
    },
    url: () => url,
  }
}

function urlOf({ address, port }: AddressInfo): string {
  const host = reachableAs[address] ?? address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
