import { z } from 'zod'
import type { LimitName } from './limits.ts'

/** Who may call the endpoint. `moderator` admits a moderator of any group; the handler checks which group it is. */
export type Access = 'public' | 'member' | 'moderator' | 'admin' | 'superadmin'

export type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path under /api, spelled as in the spec. */
  path: `/${string}`
  access: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * The body is multipart/form-data. The schema only documents it, because the handler reads the parts as they arrive.
   * An endpoint with both `form` and `body` accepts either.
   */
  form?: z.ZodType
  /** The schema of `data` in a successful response. */
  reply: z.ZodType
  /** The snackbar text sent with every successful response. It is a function where the text depends on the reply. */
  message?: string | ((reply: object) => string | undefined)
  limits?: readonly LimitName[]
  /** No rate limit applies, not even the one per address. Only for public endpoints, which then ignore the token. */
  isUnlimited?: boolean
  /**
   * The limit of anonymous calls does not apply, because the handler or `limits` count the calls. Else anybody could use it
   * up for all who share the address.
   */
  isCountedApart?: boolean
  /** Rate limits chosen by the value of a body field, for an endpoint that does several things. */
  limitsBy?: { field: string; of: Record<string, readonly LimitName[]> }
  /** Honours the Idempotency-Key header. */
  isIdempotent?: boolean
  /** With `etag` clients may store the response and revalidate it. Without it every response is `no-store`. */
  cache?: 'etag'
  /** For how many seconds a stored response is used without revalidation. */
  maxAgeSeconds?: number
  /**
   * Several callers get the same reply, which is made once per second. `all`: every caller shares it, and the handler gets
   * no viewer. `visitors`: only callers without a session share it. `alike`: members share it if the route names the same
   * reader for them and their query has no options.
   */
  shared?: 'all' | 'visitors' | 'alike'
  /** Sends the reply as a file of this name, without the `{ data }` envelope. It is JSON, or plain text if the name ends in `.csv`. */
  download?: string
  /** The media type of a `download` whose handler returns bytes. Such an endpoint is served by `serveFile`. */
  mediaType?: string
  /** Sends the reply without the `{ data }` envelope, for callers that expect a format of their own. */
  isBare?: boolean
  /** The response is a stream of server-sent events. */
  isStream?: boolean
  /** The handler receives the unparsed bytes and the headers, because the sender's signature covers the bytes. */
  isRaw?: boolean
  /** A call of tus 1.0, in which headers say what bodies say elsewhere. Such an endpoint is served by `serveTus`. */
  isTus?: boolean
}

/** The fields that reach the browser: the build of the web app leaves out the others, and zod with them. */
export const browserFields = [
  'method',
  'path',
  'access',
  'message',
  'shared',
  'maxAgeSeconds',
  'download',
] as const

declare const described: unique symbol

/** An endpoint as its callers see it. What only the server has is a type here: use `describedBy` to read it. */
export type Callable<E extends Endpoint = Endpoint> = Pick<
  E,
  Extract<keyof E, (typeof browserFields)[number]>
> & {
  readonly [described]: E
}
type Described<C> = C extends Callable<infer E> ? E : C

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type PartOf<C, Part extends 'params' | 'query' | 'body' | 'reply'> =
  Described<C> extends Partial<Record<Part, infer S>> ? S : undefined

export type ParamsOf<C> = OutputOf<PartOf<C, 'params'>>
export type QueryOf<C> = OutputOf<PartOf<C, 'query'>>
export type BodyOf<C> = OutputOf<PartOf<C, 'body'>>
export type ReplyOf<C> = OutputOf<PartOf<C, 'reply'>>
/** What a caller passes, before the schemas apply their defaults and trim. */
export type CallOf<C> = {
  params: InputOf<PartOf<C, 'params'>>
  query: InputOf<PartOf<C, 'query'>>
  body: InputOf<PartOf<C, 'body'>>
}

/** Infers the literal type of a definition, so that params, body and reply are typed on both sides. */
export function endpoint<const E extends Endpoint>(definition: E): Callable<E> {
  return definition as unknown as Callable<E>
}

/** Returns the whole definition, for the server and for tests. In the browser its schemas are missing. */
export function describedBy<E extends Endpoint>(called: Callable<E>): E {
  return called as unknown as E
}

export const getByMember = { method: 'GET', access: 'member' } as const
export const postByMember = { method: 'POST', access: 'member' } as const
/** One reply for all callers, which clients may store. */
export const sharedByAll = { cache: 'etag', shared: 'all' } as const

export const isCsv = ({ download }: Pick<Endpoint, 'download'>) => download?.endsWith('.csv') === true

/** Contract modules also export schemas and constants, so callers that walk a module need to find its endpoints. */
export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

export const Nothing = z.null().meta({ description: 'No data.' })
