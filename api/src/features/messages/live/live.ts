import { live } from '@rootsquare/contract/messages'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { serveEvents } from '#api/http/serve/event-stream.ts'
import { tooMany } from '#api/http/api-error.ts'
import { openHub } from './hub.ts'
import { eventText, findStreamStart } from './live-events.ts'
import { openPostWatch } from './post-watch.ts'
import { openSignals } from './signals.ts'
import { requireVisiblePost } from '#api/features/posts/post-rows.ts'

/** A browser needs one stream for all its tabs. The others are for more devices. */
const maxStreams = 20

export function serveLive(app: RouteContext): void {
  const { deps, http } = app
  const hub = openHub(deps)
  const postWatch = openPostWatch(deps)
  const signals = openSignals(deps)
  // The streams are closed before the server waits for its connections, because streams never end by themselves.
  http.addHook('preClose', async () => {
    postWatch.close()
    signals.close()
    hub.close()
  })
  serveEvents(app, live, async ({ viewer, query, lastEventId }) => {
    if (query.post !== undefined) await requireVisiblePost(deps.db, viewer, query.post)
    const { since, isReset } = await findStreamStart(deps.db, viewer.id, lastEventId)
    // The count comes last, so that each of many streams opened at once counts those before it.
    if (hub.countOf(viewer.id) >= maxStreams) throw tooMany(60)
    return (stream) => {
      stream.write(isReset ? eventText('reset', {}, since) : `id: ${since}\n:\n\n`)
      hub.add(stream, since)
      postWatch.add(stream, query.post)
      signals.add(stream)
    }
  })
}
