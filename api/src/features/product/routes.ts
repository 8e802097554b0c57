import { sql } from 'kysely'
import * as api from '@rootsquare/contract/product'
import { maxImageBytes, maxVideoBytes } from '@rootsquare/contract/uploads'
import { unavailable } from '#api/http/api-error.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import type { Deps } from '#api/deps.ts'

export function productRoutes(app: RouteContext): void {
  const { deps } = app
  serve(app, api.getConfig, async () => configOf(deps))
  healthRoutes(app)
}

export function healthRoutes(app: RouteContext): void {
  const { deps } = app
  serve(app, api.getHealth, () => checkHealth(deps))
  serve(app, api.getReadiness, () => checkReadiness(deps))
}

function configOf({ settings, push }: Deps): api.Config {
  return {
    brand: api.brand,
    demo: settings.isDemo,
    payments: settings.payments,
    upload: {
      url: settings.cloudinary?.uploadUrl ?? '/api/media/upload',
      preset: settings.cloudinary?.preset ?? 'rootsquare',
      maxImageBytes,
      maxVideoBytes,
    },
    push: push && { publicKey: push.publicKey },
  }
}

/**
 * Reports whether the process can serve. It cannot without its embedded database. With DATABASE_URL it recovers as soon as
 * that server is back.
 */
async function checkHealth({ embeddedProbe }: Deps): Promise<{ status: 'ok' }> {
  if (embeddedProbe && !(await embeddedProbe.isUp())) throw unavailable('The database does not answer.')
  return { status: 'ok' }
}

async function checkReadiness({ db, counters, stopping }: Deps): Promise<{ status: 'ok' }> {
  if (stopping?.aborted) throw unavailable('This node is being stopped.')
  await sql`select 1`.execute(db)
  if (!(await counters.isReady())) throw unavailable('Redis does not answer.')
  return { status: 'ok' }
}
