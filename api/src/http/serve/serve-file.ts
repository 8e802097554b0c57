import type { z } from 'zod'
import { describedBy, type Callable, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { Failure } from '@rootsquare/contract/lib/failure'
import type { Deps } from '#api/deps.ts'
import { checkAccess } from '#api/http/auth/access.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { RouteContext } from './serve.ts'
import { withTimeout } from './timeout.ts'
import { parseInput } from './validation.ts'

type FileEndpoint = Endpoint & { method: 'GET'; download: string; mediaType: string }
type FileInput<P> = { deps: Deps; viewer: Viewer; params: P }

/** Registers an endpoint whose response is a file that the handler makes. */
export function serveFile<P extends z.ZodType>(
  app: RouteContext,
  called: Callable<FileEndpoint & { params: P }>,
  make: (input: FileInput<z.output<P>>) => Promise<Buffer>,
): void {
  const { deps } = app
  const endpoint = describedBy(called)
  app.served.push(endpoint)
  app.http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      const viewer = await checkAccess(deps, endpoint, request)
      if (viewer === null) throw new Error('A file cannot be public.')
      request.viewer = viewer
      const params = parseInput(endpoint.params, request.params)
      const bytes = await withTimeout(make({ deps, viewer, params }), request)
      return reply
        .headers({
          'content-type': endpoint.mediaType,
          'content-disposition': `attachment; filename="${endpoint.download}"`,
          'cache-control': 'no-store',
        })
        .send(bytes)
    },
  })
}

function schemaOf({ summary, access, params, reply, mediaType }: FileEndpoint) {
  return {
    summary,
    description: `Access: ${access}.`,
    security: [{ bearer: [] }],
    params,
    response: {
      200: { description: 'The file.', content: { [mediaType]: { schema: reply } } },
      '4xx': Failure,
      '5xx': Failure,
    },
  }
}
