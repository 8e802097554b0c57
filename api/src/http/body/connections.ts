/** How long a connection may stay open, in milliseconds, under the names that Node gives these times. */
export const connectionLimits = {
  /** For a first request from the opening of the connection on, else from the first byte: until all its headers are here. */
  headersTimeout: 10_000,
  /** A video on a slow line; whatever is smaller has less time, see bodies.ts. */
  requestTimeout: 900_000,
  /** Longer than proxies wait between two requests. */
  keepAliveTimeout: 65_000,
  /** How often connections are looked through for those that are late. */
  connectionsCheckingInterval: 2000,
}
export type ConnectionLimits = typeof connectionLimits
