import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { describedBy, type Callable, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { Failure } from '@rootsquare/contract/lib/failure'
import { checkAccess, recheckAccess } from '#api/http/auth/access.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { endSlowUploads, lineBroken, receiveRest } from '#api/http/body/multipart.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Deps } from '#api/deps.ts'
import { formSender, type RouteContext } from './serve.ts'
import { parseInput } from './validation.ts'

const version = '1.0.0'

/** A new upload has no id yet. */
const AtUpload = z.object({ id: z.string().default('') })

type TusInput = {
  deps: Deps
  viewer: Viewer
  /** The id in the path. */
  id: string
  headers: FastifyRequest['headers']
  /** The body as it arrives. It fails when the line breaks. */
  receive: () => AsyncIterable<Buffer>
}
export type TusReply = { status: 200 | 201 | 204; headers: Record<string, string>; body?: object }

type TusHandler = (input: TusInput) => Promise<TusReply>

/** Registers an endpoint of tus, whose statuses and headers the protocol demands. */
export function serveTus(app: RouteContext, called: Callable<Endpoint>, handler: TusHandler): void {
  const endpoint = describedBy(called)
  app.served.push(endpoint)
  app.http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { takesUploads: true, swagger: { exposeHeadRoute: true } },
      // Offsets count the bytes as they arrive.
      decompress: false,
      schema: schemaOf(endpoint),
      validatorCompiler: () => () => true,
      onRequest: (request, reply) => admit(app, endpoint, request, reply),
      handler: (request, reply) =>
        app.load.run(endpoint, request, async () => {
          const { status, headers, body } = await answer(app, endpoint, request, handler)
          return reply
            .code(status)
            .headers({ 'cache-control': 'no-store', ...headers })
            .send(body ?? '')
        }),
      onResponse: async (request) => receiveRest(request),
    })
  })
}

async function admit(
  { deps, load }: RouteContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('tus-resumable', version)
  endSlowUploads(request, reply)
  request.viewer = await load.admit(endpoint, request, () => checkAccess(deps, endpoint, request))
  if (request.headers['tus-resumable'] === version) return
  const headers = { 'tus-version': version }
  throw new ApiError(412, 'PRECONDITION_FAILED', `Send Tus-Resumable: ${version}.`, { headers })
}

async function answer(app: RouteContext, endpoint: Endpoint, request: FastifyRequest, handler: TusHandler) {
  const { viewer, headers, params } = request
  if (!viewer) throw new Error('An upload has an owner.')
  const { id } = AtUpload.parse(endpoint.params ? parseInput(endpoint.params, params) : {})
  const receive = () => receiveBody(app, endpoint, request)
  return handler({ deps: app.deps, viewer, id, headers, receive })
}

/** Waits for its turn like a form, and checks the session once more at the end. */
async function* receiveBody({ deps, forms }: RouteContext, endpoint: Endpoint, request: FastifyRequest) {
  const { raw } = request
  const gone = new AbortController()
  raw.once('close', () => gone.abort(lineBroken()))
  const { lost, end } = await forms(formSender(request), gone.signal)
  // The caller notices that the line broke, and resumes later.
  lost.addEventListener('abort', () => raw.destroy(), { once: true })
  try {
    // The caller of a rejected part still receives the response.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk
  } catch {
    throw lineBroken()
  } finally {
    end()
  }
  await recheckAccess(deps, endpoint, request)
}

const statuses: Partial<Record<Endpoint['method'], number>> = { POST: 201, DELETE: 204 }

function schemaOf({ method, summary, access, params, reply }: Endpoint) {
  return {
    summary,
    description: `Access: ${access}.`,
    tags: ['media'],
    security: [{ bearer: [] }],
    ...(params && { params }),
    response: { [statuses[method] ?? 200]: reply, '4xx': Failure, '5xx': Failure },
  }
}
