import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sharedApp } from '#api/test/shared-app.ts'

const Operation = z.looseObject({
  summary: z.string().min(1),
  description: z.string().regex(/^Access: (public|member|moderator|admin|superadmin)\./),
  tags: z.array(z.string().regex(/^[A-Z]/)).length(1),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        description: z.string().optional(),
        required: z.boolean(),
        schema: z.looseObject({}),
      }),
    )
    .optional(),
  requestBody: z
    .looseObject({
      required: z.boolean(),
      content: z
        .partialRecord(
          z.enum(['application/json', 'multipart/form-data']),
          z.looseObject({ schema: z.looseObject({}) }),
        )
        .refine((content) => Object.keys(content).length > 0),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^(\d{3}|[1-5]XX)$/),
    z.looseObject({ description: z.string().min(1) }),
  ),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
})

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'head', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
})

const app = await sharedApp()
const response = await fetch(`${app.url}/api/openapi.json`)
expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
const text = await response.text()
const document = Document.parse(JSON.parse(text))

const operations = () =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  test('names /api as its server', () => {
    expect(document.servers).toEqual([{ url: '/api' }])
  })

  test('has every endpoint exactly once', () => {
    const written = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const served = app.served.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(written.toSorted()).toEqual(served.toSorted())
  })

  test('describes a body for each content type', () => {
    const bodyOf = (path: string) => document.paths[path]?.post?.requestBody?.content
    const file = { file: { format: 'binary' } }
    expect(bodyOf('/media/upload')).toMatchObject({ 'multipart/form-data': { schema: { properties: file } } })
    expect(bodyOf('/items/{id}/image')).toMatchObject({
      'application/json': {
        schema: { required: ['imageUrl'], properties: { imageUrl: { type: 'string' } } },
      },
      'multipart/form-data': { schema: { required: ['file'], properties: file } },
    })
  })

  test('names exactly the parameters of each path', () => {
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([path, inPath.map(({ name }) => name)]).toEqual([path, placeholders])
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
  })

  test('has no missing and no unused shapes', () => {
    const pointed = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) =>
      ref.replace('#/components/schemas/', ''),
    )
    expect(pointed.length).toBeGreaterThan(0)
    expect([...new Set(pointed)].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  test('requires a token exactly where access is not public', () => {
    for (const { path, operation } of operations()) {
      const isOpen = operation.description.startsWith('Access: public.')
      expect([path, operation.security]).toEqual([path, isOpen ? undefined : [{ bearer: [] }]])
    }
    expect(document.components.securitySchemes).toHaveProperty('bearer')
  })

  test('gives every endpoint its response and the error body', () => {
    const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
    for (const { path, method, operation } of operations()) {
      // The protocol of resumable uploads has statuses of its own.
      const success = path.startsWith('/media/resumable')
        ? new Map([
            ['post', '201'],
            ['delete', '204'],
          ]).get(method)
        : undefined
      expect([path, Object.keys(operation.responses)]).toEqual([path, [success ?? '200', '4XX', '5XX']])
      expect(operation.responses['4XX']).toMatchObject(failure)
      expect(operation.responses['5XX']).toMatchObject(failure)
    }
  })

  test('contains the validation rules', () => {
    const signUp = document.paths['/create/user']?.post?.requestBody?.content['application/json']?.schema
    expect(signUp).toMatchObject({
      required: expect.arrayContaining(['cipherCode', 'emailAddress', 'groupId', 'username']),
      properties: {
        cipherCode: { type: 'string', minLength: 8, maxLength: 128 },
        firstName: { minLength: 1, maxLength: 60 },
        username: { pattern: '^[A-Za-z0-9_.]{3,30}$' },
        groupId: { type: 'integer', exclusiveMinimum: 0 },
      },
    })
    const parameters = document.paths['/groups']?.get?.parameters
    expect(parameters).toMatchObject([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
      {
        name: 'size',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      { name: 'name', in: 'query', required: false },
      { name: 'sort', in: 'query', required: false, schema: { enum: ['name', 'members', 'active'] } },
    ])
    expect(document.paths['/groups/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', schema: { type: 'integer' } },
    ])
  })

  test('says which bodies are optional', () => {
    const optional = operations().filter(({ operation }) => operation.requestBody?.required === false)
    expect(optional.map(({ path }) => path)).toEqual([
      '/post/like/{id}',
      '/notifications/read',
      '/messaging/read/with/{userId}',
      '/items/favorite/{id}',
      '/cart/order/{id}/received',
    ])
    const required = operations().filter(({ operation }) => operation.requestBody?.required === true)
    expect(required.map(({ path }) => path)).toEqual(expect.arrayContaining(['/login', '/post/user/create']))
    expect(text).not.toContain('x-optional-body')
  })

  test('contains the length of reasons and the cursors for new posts', () => {
    const created = document.paths['/messaging/create']?.post?.requestBody?.content['application/json']
    const [message, report] = z.array(z.unknown()).parse(created?.schema['oneOf'])
    expect(report).toMatchObject({ properties: { reason: { type: 'string', minLength: 1, maxLength: 500 } } })
    expect(message).toMatchObject({
      properties: { message: { anyOf: [{ maxLength: 5000 }, { type: 'null' }] } },
    })
    const [cursor] = document.paths['/post/user/post/feed/new']?.get?.parameters ?? []
    expect(cursor?.description).toMatch(/`newestCursor` or `nextCursor`/)
  })

  test('names the Idempotency-Key header where it applies', () => {
    const honouring = app.served.filter(({ isIdempotent }) => isIdempotent).map(({ path }) => path)
    const named = operations().filter(({ operation }) =>
      operation.parameters?.some((parameter) => parameter.in === 'header'),
    )
    expect(named.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')).toSorted()).toEqual(
      honouring.toSorted(),
    )
    expect(honouring.length).toBeGreaterThan(0)
    for (const { operation } of named)
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
      )
  })

  test('describes an upload as a form with a bare response', () => {
    const call = document.paths['/media/upload']?.post
    const file = { type: 'string', format: 'binary' }
    expect(call?.requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { required: ['file'], properties: { file, poster: file } } },
    })
    const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Uploaded' } } } }
    expect(call?.responses['200']).toMatchObject(answer)
  })

  test('describes the live events as a stream', () => {
    const answer = { content: { 'text/event-stream': { schema: { type: 'string' } } } }
    expect(document.paths['/live']?.get?.responses['200']).toMatchObject(answer)
  })

  test('allows additional properties in responses', () => {
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain('9007199254740991')
  })

  test('puts every endpoint under its heading', () => {
    const headings = Map.groupBy(operations(), ({ operation }) => operation.tags[0])
    expect([...headings.keys()]).toEqual([
      'Product',
      'Account',
      'People',
      'Groups',
      'Posts',
      'Search',
      'Notifications',
      'Messages',
      'Marketplace',
      'Reviews',
      'Cart',
      'Orders',
      'Payouts',
      'Disputes',
      'Addresses',
      'Media',
      'Analytics',
    ])
    const pathsUnder = (heading: string) => (headings.get(heading) ?? []).map(({ path }) => path)
    expect(pathsUnder('People')).toEqual(
      expect.arrayContaining(['/user/{id}', '/user/follow/{id}', '/user/blocked', '/user/search']),
    )
    expect(pathsUnder('Groups')).toEqual(expect.arrayContaining(['/groups', '/user/group-list']))
    expect(pathsUnder('Posts')).toEqual(expect.arrayContaining(['/groups/posts/{id}', '/user/posts']))
    expect(pathsUnder('Account')).toEqual(expect.arrayContaining(['/login', '/user/update/{id}']))
    expect(pathsUnder('Analytics')).toHaveLength(20)
  })

  test('is the same for each request', async () => {
    expect(await (await fetch(`${app.url}/api/openapi.json`)).text()).toBe(text)
  })
})
