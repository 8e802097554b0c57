import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** How the server treats the calls of an endpoint. Most endpoints need none of this, and no caller must know it. */
export type ServerPolicy = {
  /**
   * For a GET: the reply may be some seconds old, so a replica of the database may answer. This never applies to a member
   * who has just written, or who passes their own `userId`. `visitors`: it applies only to callers without a session.
   * `others`: it applies only if the `id` in the path or `userId` is another member.
   */
  mayLag?: true | 'visitors' | 'others'
  /**
   * What an overloaded server rejects first. `first`: rejected before all others, because pages work without it. `last`:
   * log-in and everything that moves money. Among the others, reads are rejected before writes.
   */
  shed?: 'first' | 'last'
  /**
   * The handler checks the session in the statement that writes. The access check may then use a session that was
   * cached some minutes ago, which saves a query.
   */
  checksSession?: true
  /** For a call other than GET: it writes nothing to the database, so its caller does not count as a writer. */
  writesNothing?: true
  /**
   * An idempotent call runs without a surrounding transaction, because its handler calls another program. The handler must be
   * safe to run twice.
   */
  callsOutside?: true
  /** For an endpoint whose responses are shared between members who are alike. */
  readerOf?: ReaderOf
}

/** Returns for whom a shared response is made: the viewer, or one reader in place of many who see the same. */
export type ReaderOf = (deps: Deps, viewer: Viewer) => Promise<Viewer>

/** An endpoint with the policy that its route names. */
export type ServedEndpoint = Endpoint & ServerPolicy
