import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { expectFailure } from '#api/test/answer.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { contractEndpoints } from '#api/test/contract-endpoints.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const { token } = await buildMember(app, { role: 'SUPERADMIN' })
const endpoints = (await contractEndpoints()).map((call) => [`${call.method} ${call.path}`, call] as const)
const withQuery = endpoints.filter(([, { query }]) => query)
const withBody = endpoints.filter(([, { body }]) => body)

/** Describes the rules of the contract for a value, as far as they show which values are wrong. */
const Described = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  required: z.array(z.string()).default([]),
  get anyOf() {
    return z.array(Described).default([])
  },
  get oneOf() {
    return z.array(Described).default([])
  },
  get properties() {
    return z.record(z.string(), Described).optional()
  },
})
type Described = z.output<typeof Described>
type Field = { name: string; kinds: Described[]; isRequired: boolean; beside: Record<string, unknown> }

const kindsOf = (one: Described): Described[] => {
  const parts = [...one.anyOf, ...one.oneOf]
  if (parts.length > 0) return parts.flatMap(kindsOf)
  return Array.isArray(one.type) ? one.type.map((type) => ({ ...one, type })) : [one]
}

/** Lists the fields of a schema. `beside` holds the fields that select their shape in a union. */
function fieldsOf(schema: z.ZodType): Field[] {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  return kindsOf(Described.parse(z.toJSONSchema(schema, options))).flatMap(
    ({ properties = {}, required }) => {
      const fields = Object.entries(properties).map(([name, one]) => ({ name, kinds: kindsOf(one) }))
      const fixed = fields.filter(({ kinds }) => kinds.length === 1 && kinds[0]?.const !== undefined)
      const beside = Object.fromEntries(fixed.map(({ name, kinds }) => [name, kinds[0]?.const]))
      return fields.map((field) => ({ ...field, isRequired: required.includes(field.name), beside }))
    },
  )
}

// A few of each kind are enough: tests of the schemas show what they reject, this test that each call uses its schemas.
const wrongIds = ['0', '-1', '1.5', 'x']
const ofType = { null: null, boolean: true, array: ['x'], object: { x: 1 }, string: 'x', number: 7 }

function wrongInBody({ kinds, isRequired }: Field): unknown[] {
  const types = new Set(kinds.map(({ type }) => (type === 'integer' ? 'number' : type)))
  if (types.has(undefined)) return []
  const has = (isIt: (kind: Described) => unknown) => kinds.some((kind) => isIt(kind))
  const least = kinds.map(({ exclusiveMinimum: above = Infinity, minimum = above + 1 }) => minimum)
  return [
    ...Object.entries(ofType).flatMap(([type, value]) => (types.has(type) ? [] : [value])),
    ...(isRequired && !types.has('null') ? [undefined] : []),
    ...(types.has('number') ? [Math.min(...least) - 1, '1', 1e300] : []),
    ...(has(({ type }) => type === 'integer') ? [1.5, 2 ** 53] : []),
    ...(has(({ enum: some, const: one }) => some ?? one) ? ['no such', '', 'X'] : []),
    ...(types.has('string') && !has(({ minLength = 0 }) => minLength === 0) ? [''] : []),
    ...kinds.flatMap(({ maxLength }) => (maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])),
  ].filter((value) => !has((kind) => kind.const === value && value !== undefined))
}

function wrongInQuery({ name, kinds, isRequired }: Field): (string | undefined)[] {
  const { type, format, enum: some, const: one, minLength = 0, maxLength } = kinds[0] ?? Described.parse({})
  if (name === 'page') return ['-1', 'x', '1000001']
  if (name === 'size') return ['0', 'x', '101']
  if (kinds.length > 1) return ['no such']
  if (type === 'integer') return ['', 'x', '1.5', '-1', ...(isRequired ? [undefined] : [])]
  if (type === 'number') return ['x', '1e3', '-1', '1000000001']
  if (format !== undefined || some || one !== undefined) return ['no such', '']
  const none = isRequired ? [undefined] : []
  return [
    ...none,
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ]
}

const paramsOf = ({ params }: Endpoint) => (params ? fieldsOf(params) : [])

/** Returns a path with valid values, except for those in `changed`. */
function pathOf(call: Endpoint, changed: Record<string, string> = {}): string {
  const good = paramsOf(call).map(({ name, kinds: [kind] }) => {
    const value = kind?.type === 'integer' ? '1' : (kind?.enum?.[0] ?? 'NG-LA')
    return [name, String(value)] as const
  })
  const values = new Map([...good, ...Object.entries(changed)])
  return call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
}

/** Expects an error that names the field. The request may lack other fields. */
async function expectRejected(call: Endpoint, path: string, request: object, field?: string) {
  const answer = await app.call(call.method, path, { token, ...request })
  const { fields = {} } = expectFailure(answer, 400)
  const named = Object.keys(fields).map((name) => name.split('.')[0])
  if (field !== undefined) expect(named, JSON.stringify([path, request])).toContain(field)
}

describe('a call with an id in the path', () => {
  const ids = endpoints.flatMap(([name, call]) =>
    paramsOf(call).flatMap((field) =>
      field.kinds[0]?.type === 'integer' ? [[name, field, call] as const] : [],
    ),
  )

  test.each(ids)('%s rejects an invalid id', async (_, { name, kinds }, call) => {
    const wrong = kinds[0]?.minimum === 0 ? wrongIds.slice(1) : wrongIds
    for (const id of wrong) await expectRejected(call, pathOf(call, { [name]: id }), {}, name)
  })
})

test.each(withQuery)('%s rejects an invalid query', async (_, call) => {
  for (const field of fieldsOf(call.query ?? z.any()))
    for (const value of wrongInQuery(field))
      await expectRejected(
        call,
        pathOf(call),
        value === undefined ? {} : { query: { [field.name]: value } },
        field.name,
      )
})

test.each(withBody)('%s rejects an invalid body', async (_, call) => {
  const schema = call.body ?? z.any()
  for (const body of ['7', '"text"', '[]', ...(schema.safeParse(null).success ? [] : ['null', undefined])])
    await expectRejected(call, pathOf(call), { body, headers: { 'content-type': 'application/json' } })
  for (const field of fieldsOf(schema))
    for (const value of wrongInBody(field))
      await expectRejected(call, pathOf(call), { body: { ...field.beside, [field.name]: value } }, field.name)
})
