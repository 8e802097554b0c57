import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { contractEndpoints } from '#api/test/contract-endpoints.ts'

/** Fields of a PUT that cannot be empty, so null cannot clear them. */
const neverEmpty: Record<string, string[]> = {
  '/address/:id': ['streetNumber', 'addressLine1', 'cityCode', 'lgaCode'],
  '/items/update/:id': ['name', 'description', 'price', 'stock', 'imageUrl'],
  '/post/update/:id': ['caption'],
  '/reviews/:id': ['rating', 'text'],
  '/user/update/:id': ['firstname', 'lastname', 'showGroup', 'showPresence'],
}

/** Each switch of `/notifications/settings` is on or off. */
const isSwitch = (path: string) => path.startsWith('kinds.')

/** Returns the paths of the fields that may be absent and reject null. */
function rejectingNull(schema: unknown, path: string[] = []): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return rejectingNull(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return rejectingNull(schema.in, path)
  if (schema instanceof z.ZodArray) return rejectingNull(schema.element, [...path, '0'])
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => rejectingNull(one, path))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => {
    const rejects = field.safeParse(undefined).success && !field.safeParse(null).success
    const own = [...path, name]
    return [...(rejects ? [own.join('.')] : []), ...rejectingNull(field, own)]
  })
}

async function endpointsWithBody(): Promise<Endpoint[]> {
  return (await contractEndpoints()).filter(({ body }) => body !== undefined)
}

test('null counts as absent in every body but those of PUT', async () => {
  const others = (await endpointsWithBody()).filter(({ method }) => method !== 'PUT')
  expect(others.length).toBeGreaterThan(40)
  const rejecting = others.flatMap(({ method, path, body }) =>
    rejectingNull(body).map((field) => `${method} ${path} ${field}`),
  )
  expect(rejecting).toEqual([])
})

test('null in a PUT clears every field that may be empty', async () => {
  const puts = (await endpointsWithBody()).filter(({ method }) => method === 'PUT')
  const rejecting = puts.map(({ path, body }) => [
    path,
    rejectingNull(body).filter((name) => !isSwitch(name)),
  ])
  expect(Object.fromEntries(rejecting.filter(([, fields]) => fields?.length))).toEqual(neverEmpty)
})
