import type { AddressInfo } from 'node:net'

/** Where this very process listens: known only once it does. */
export type OwnAddress = {
  tell(bound: AddressInfo | string | null): void
  /** `http://host:port`, or null while nobody listens. */
  url(): string | null
}

/** What is bound to every address of the machine answers on the loopback. */
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export function openOwnAddress(): OwnAddress {
  let url: string | null = null
  return {
    tell(bound) {
      url = bound === null || typeof bound === 'string' ? null : urlOf(bound)
    },
    url: () => url,
  }
}

function urlOf({ address, port }: AddressInfo): string {
  const host = everywhere[address] ?? address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
