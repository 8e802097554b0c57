import { shareAddress, sharedCache } from '#web/lib/storage/device-caches.ts'
import { worker } from '#web/service-worker/scope.ts'

/**
 * Answers what another app shares with this one. Whoever is signed in is only known to the page, so the form is stored as it
 * is, and the composer takes it.
 */
export function answerShare({ request }: FetchEvent): Promise<Response> | undefined {
  const isShare = request.method === 'POST' && new URL(request.url).pathname === shareAddress
  return isShare ? storeShared(request) : undefined
}

async function storeShared(request: Request): Promise<Response> {
  const headers = {
    'content-type': request.headers.get('content-type') ?? '',
    date: new Date().toUTCString(),
  }
  const form = new Response(await request.blob(), { headers })
  await (await caches.open(sharedCache)).put(shareAddress, form)
  return Response.redirect(new URL('/user?compose=1', worker.location.origin).href, 303)
}
