/** Timeouts of connections in milliseconds, named as in Node's HTTP server. */
export const connectionLimits = {
  /** Ends when all headers have arrived. It starts with the connection, or with the first byte of a later request. */
  headersTimeout: 10_000,
  /** Is long enough for a video on a slow connection. JSON bodies have less time, see json-body.ts. */
  requestTimeout: 900_000,
  /** Is longer than proxies wait between two requests. */
  keepAliveTimeout: 65_000,
  /** How often Node looks for connections that have timed out. */
  connectionsCheckingInterval: 2000,
}
export type ConnectionLimits = typeof connectionLimits
