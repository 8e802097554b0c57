import { z } from 'zod'

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

/** Marks operations whose body is optional. The generator declares every body as required, and `tidyOpenApi` corrects that. */
export const optionalBody = 'x-optional-body'

/** Removes what is misleading or useless in the generated document. */
export function tidyOpenApi(generated: object): z.output<typeof Document> {
  const document = Document.parse(JSON.parse(JSON.stringify(generated), tidyEntry))
  const { components, ...rest } = { ...document, paths: underHeadings(document.paths) }
  return { ...rest, components: { ...components, schemas: usedOf(components.schemas, rest) } }
}

/** Revives JSON without the entries for which it returns undefined. */
function tidyEntry(key: string, value: unknown): unknown {
  // Zod adds the range of safe integers to every integer.
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined
  if (key === 'minLength' && value === 0) return undefined
  // Responses may have more fields than are listed.
  if (key === 'additionalProperties' && value === false) return undefined
  if (typeof value !== 'object' || value === null) return value
  if (optionalBody in value) return withOptionalBody(value)
  if ('format' in value && value.format === 'date-time') return { ...value, pattern: undefined }
  if ('description' in value && value.description === 'Default Response')
    return { ...value, description: outcomes[key] }
  return value
}

function withOptionalBody(call: object): object {
  const body = 'requestBody' in call && typeof call.requestBody === 'object' ? call.requestBody : {}
  return { ...call, [optionalBody]: undefined, requestBody: { ...body, required: false } }
}

const outcomes: Record<string, string> = {
  200: 'Success.',
  '4XX': 'The request was rejected. The body contains the reason.',
  '5XX': 'The server failed to process the request.',
}

/** The sections of the document in order, with path prefixes. The longest matching prefix decides. */
const headings: Record<string, string[]> = {
  Product: ['/config', '/health'],
  Account: ['/create', '/signup', '/login', '/logout', '/token', '/password', '/user'],
  People: [
    '/user/{',
    '/user/by-username',
    '/user/search',
    '/user/follow',
    '/user/unfollow',
    '/user/block',
    '/user/unblock',
  ],
  Groups: ['/groups', '/user/group-list', '/user/admin/moderator'],
  Posts: ['/post', '/user/posts', '/groups/posts', '/tags'],
  Search: ['/search'],
  Notifications: ['/notifications', '/push'],
  Messages: ['/messaging', '/live'],
  Marketplace: ['/genre', '/items', '/offers'],
  Reviews: ['/reviews', '/items/{id}/reviews', '/user/{id}/reviews'],
  Cart: ['/cart'],
  Orders: [
    '/cart/checkout',
    '/cart/order',
    '/cart/cancel',
    '/cart/seller',
    '/user/{id}/seller',
    '/payment',
    '/orders',
  ],
  Payouts: ['/payouts'],
  Disputes: ['/disputes', '/cart/order/{id}/dispute'],
  Addresses: ['/address', '/state'],
  Media: ['/media'],
  Analytics: [
    '/user/{id}/',
    '/groups/{id}/membership',
    '/groups/{id}/posts',
    '/groups/{id}/comments',
    '/groups/{id}/likes',
    '/system',
  ],
}

type Paths = z.output<typeof Document>['paths']

/** Tags operations with the topic that readers look for, instead of the first segment of their path. */
function underHeadings(paths: Paths): Paths {
  const order = Object.keys(headings)
  return Object.fromEntries(
    Object.entries(paths)
      .map(([path, calls]) => ({ path, calls, heading: headingOf(path) }))
      .toSorted((one, other) => order.indexOf(one.heading) - order.indexOf(other.heading))
      .map(({ path, calls, heading }) => [path, tagged(calls, heading)]),
  )
}

function tagged(calls: Paths[string], heading: string): Paths[string] {
  const tags = [heading]
  return Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, { ...call, tags }]))
}

function headingOf(path: string): string {
  const fitting = Object.entries(headings).flatMap(([heading, prefixes]) =>
    prefixes.filter((prefix) => path.startsWith(prefix)).map((prefix) => ({ heading, prefix })),
  )
  const longest = fitting.toSorted((one, other) => other.prefix.length - one.prefix.length)[0]
  return longest?.heading ?? path
}

/** Returns only the shapes that are used: the generator lists each twice, for requests and for responses. */
function usedOf(schemas: Record<string, unknown>, from: unknown): Record<string, unknown> {
  const used = new Set<string>()
  function follow(part: unknown): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name] ?? null)
    }
  }
  follow(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
