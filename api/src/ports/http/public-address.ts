import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Lists the IPv4 networks that are not public (IANA special-purpose registry), with multicast and reserved ones. */
const privateNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** Lists the parts of 2000::/3, the public IPv6 addresses, that lead elsewhere: tunnels to IPv4, and examples. */
const privateParts = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const notPublic = new BlockList()
for (const [network, bits] of privateNetworks) notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of privateParts) notPublic.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  // Everything outside 2000::/3 is local, or an IPv4 address in IPv6 notation.
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const localName = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Checks whether the host of a URL is a public address, or a name that may have one. Names are resolved when they are used. */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localName.test(host)
}

/** Is thrown for a name that leads into a private network. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  readonly code = 'private address'
}

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for the connection that is about to be made, and fails if any of its addresses is private. The connection
 * uses the addresses that were checked, so that a second response of the name server cannot lead elsewhere.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('The name has no address.'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddress('The name leads to a private address.'), '')
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
