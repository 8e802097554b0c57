import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Deps } from './deps.ts'
import { memberPreview, shopPreview } from './features/accounts/member-preview.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { addressRoutes } from './features/addresses/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { cartRoutes } from './features/cart/routes.ts'
import { disputeRoutes } from './features/disputes/routes.ts'
import { groupPreview } from './features/groups/list/group-preview.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { sectionRoutes } from '#api/features/groups/sections/section-routes.ts'
import { postPreview } from './features/posts/post-preview.ts'
import { postRoutes } from './features/posts/routes.ts'
import { itemPreview } from './features/market/items/item-preview.ts'
import { marketRoutes } from './features/market/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { offerRoutes } from './features/offers/routes.ts'
import { orderRoutes, paymentEventRoutes } from './features/orders/routes.ts'
import { payoutRoutes } from '#api/features/orders/payouts/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { healthRoutes, productRoutes } from './features/product/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { serveMediaFiles } from './features/uploads/media-files.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { acceptJsonBodies } from '#api/http/body/json-body.ts'
import { connectionLimits, type ConnectionLimits } from '#api/http/body/connections.ts'
import {
  handleErrors,
  rejectUnknownPaths,
  handleRouterError,
  rejectUndecodableUrls,
  rejectAmbiguousHeaders,
} from './http/errors.ts'
import { secureHeaders } from '#api/http/page/headers.ts'
import { serveCardPictures } from '#api/http/page/card-pictures.ts'
import type { Preview } from '#api/http/page/preview.ts'
import { readSite, type ReadSite } from '#api/http/page/site.ts'
import { serveOpenAddresses } from '#api/http/page/open-addresses.ts'
import { logRequests, ownRequestLines } from '#api/http/logs/log.ts'
import { measureRequests } from '#api/http/logs/metrics.ts'
import { traceRequests } from '#api/http/logs/traces.ts'
import { compression } from '#api/http/serve/compression.ts'
import { maxParamLength, methodErrors, rejectOtherMethods } from '#api/http/serve/methods.ts'
import { loadShedding, sheddingLimits, type SheddingLimits } from '#api/http/serve/overload/load-shedding.ts'
import type { ServedEndpoint } from '#api/http/serve/policy.ts'
import { describeApi } from '#api/http/docs/openapi.ts'
import { servePage, type DemoLogin } from '#api/http/page/page.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { sharedResponses } from '#api/http/serve/cache/shared-responses.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { formQueue } from '#api/http/body/form-queue.ts'
import { handleClientError } from '#api/http/body/client-error.ts'
import { serveSandbox } from './sandbox/sandbox.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

/** The features, in the order in which they may import each other: each imports only those before it. */
const features = [
  productRoutes,
  uploadRoutes,
  accountRoutes,
  peopleRoutes,
  groupRoutes,
  sectionRoutes,
  postRoutes,
  reportRoutes,
  notificationRoutes,
  messageRoutes,
  addressRoutes,
  marketRoutes,
  offerRoutes,
  searchRoutes,
  cartRoutes,
  orderRoutes,
  payoutRoutes,
  reviewRoutes,
  disputeRoutes,
  moderationRoutes,
  analyticsRoutes,
]

export type App = { http: FastifyInstance; served: ServedEndpoint[] }

type AddRoutes = (app: RouteContext) => void

type Options = {
  /** Is offered on the sign-in page. */
  demoLogin?: DemoLogin | undefined
  // Only tests set the others.
  extraRoutes?: AddRoutes[]
  connectionLimits?: ConnectionLimits
  sharedMilliseconds?: number
  sheddingLimits?: Partial<SheddingLimits>
  readSite?: ReadSite
}

/** Builds the whole HTTP server without listening: plugins first, then the features. */
export async function buildApp(deps: Deps, options: Options = {}): Promise<App> {
  const { extraRoutes = [] } = options
  const { http, served } = await buildApi(deps, [...features, ...extraRoutes], options)
  await serveMediaFiles(http, deps)
  await serveSandbox(http, deps)
  const previews = previewsOf(deps, options.readSite)
  await serveOpenAddresses(http, deps)
  await serveCardPictures(http, deps, previews)
  await servePage(http, deps, { previews, demoLogin: options.demoLogin })
  return { http, served }
}

/** The pages that look like themselves where their link is pasted. */
function previewsOf(deps: Deps, ofSite: ReadSite = readSite): Preview[] {
  return [
    postPreview(deps),
    groupPreview(deps, ofSite),
    itemPreview(deps, ofSite),
    memberPreview(deps, ofSite),
    shopPreview(deps, ofSite),
  ]
}

/** Serves health checks and, with sandbox payments, the sandbox and its webhook, because the sandbox calls this process. */
export async function buildWorkerApp(deps: Deps): Promise<App> {
  const isSandbox = deps.settings.payments === 'sandbox'
  const app = await buildApi(deps, isSandbox ? [healthRoutes, paymentEventRoutes] : [healthRoutes])
  await serveSandbox(app.http, deps)
  return app
}

async function buildApi(deps: Deps, routes: AddRoutes[], options: Options = {}): Promise<App> {
  const shared = sharedResponses(deps.clock, options.sharedMilliseconds)
  const http = createHttp(deps, options.connectionLimits)
  http.addHook('onListen', async () => deps.ownAddress.set(http.server.address()))
  handleErrors(http)
  traceRequests(http, deps.telemetry)
  acceptJsonBodies(http)
  logRequests(http)
  measureRequests(http)
  secureHeaders(http, deps.settings)
  rejectAmbiguousHeaders(http)
  await http.register(compress, { global: true, ...compression })
  const served: ServedEndpoint[] = []
  await http.register(
    async (api) => {
      rejectUndecodableUrls(api)
      await describeApi(api)
      const load = loadShedding({ ...sheddingLimits(deps.pool.options.max), ...options.sheddingLimits })
      const forms = formQueue(deps.clock)
      const app = { http: api, deps, served, shared, load, forms }
      for (const addRoutes of routes) addRoutes(app)
      rejectOtherMethods(app)
      rejectUnknownPaths(api, methodErrors(app))
    },
    { prefix: '/api' },
  )
  return { http, served }
}

function createHttp(deps: Deps, limits = connectionLimits): FastifyInstance {
  const http = Fastify({
    ...limits,
    http: { requireHostHeader: false, ...limits },
    loggerInstance: deps.log,
    logController: ownRequestLines,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    // While the server closes, requests on open connections are still handled; start.ts closes the connections.
    return503OnClosing: false,
    trustProxy: deps.settings.trustProxy.split(',').map((part) => part.trim()),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    clientErrorHandler: handleClientError,
    frameworkErrors: handleRouterError,
  })
  http.setSerializerCompiler(serializerCompiler)
  return http.decorateRequest('viewer', null)
}
