import { z } from 'zod'
import type { LimitName } from './limits.ts'

/** Who may come in. `moderator` lets in whoever moderates any group; the deed asks which one. */
export type Access = 'public' | 'member' | 'moderator' | 'admin' | 'superadmin'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /api, with the spelling of the spec. */
  path: `/${string}`
  access: Access
  /** The deed asks itself whether the caller's session lives, where it writes. To come in, a word of minutes ago will do. */
  asksItself?: boolean
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * The body comes as multipart/form-data: the schema only describes it, and the deed reads the parts as they arrive.
   * Beside a `body` it may come either way.
   */
  form?: z.ZodType
  /** What stands under `data` in the answer. */
  reply: z.ZodType
  /** Text for a snackbar, sent with every success; where it depends on what was done, by the reply. */
  message?: string | ((reply: object) => string | undefined)
  limits?: readonly LimitName[]
  /** Outside every rate limit, also that of an address. Only for what is open, and asks for no account. */
  isUnlimited?: boolean
  /** Limits by what the body says in this field, where one call does several things. */
  limitsBy?: { field: string; of: Record<string, readonly LimitName[]> }
  /**
   * Honours the Idempotency-Key header. `outside`: the deed asks another program, for which no transaction may wait, and
   * bears being done twice by itself.
   */
  isIdempotent?: boolean | 'outside'
  /** `etag`: may be kept and asked about again. Everything else is never stored. */
  cache?: 'etag'
  /** Seconds for which what was kept need not be asked about. */
  maxAgeSeconds?: number
  /** Offered as a file of this name instead of inside the usual envelope. */
  download?: string
  /** Answered as it is, where another program's form must be kept. */
  isBare?: boolean
  /** Answered by events for as long as the caller stays. */
  isStream?: boolean
  /** The deed gets the very bytes and headers: another program has signed them. */
  isRaw?: boolean
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** What a caller hands in, before the defaults and trimming of the schema. */
export type CallOf<E extends Endpoint> = {
  params: Given<E['params']>
  query: Given<E['query']>
  body: Given<E['body']>
}

export function endpoint<const E extends Endpoint>(described: E): E {
  return described
}

/** What a contract module exports besides schemas, told apart by its shape. */
export function isEndpoint(thing: unknown): thing is Endpoint {
  return (
    typeof thing === 'object' && thing !== null && 'method' in thing && 'path' in thing && 'reply' in thing
  )
}

export const Nothing = z.null().meta({ description: 'Nothing to tell but the success itself.' })
