import '#web/app/theme/fonts.css'
import '#web/app/theme/tokens.css'
import '#web/app/theme/base.css'
import '#web/app/theme/layout.css'
import '#web/app/theme/parts.css'
import '#web/app/theme/utilities.css'
import '#web/app/theme/text-utilities.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Providers } from '#web/app/providers.tsx'
import { watchContrast } from '#web/app/start/contrast.ts'
import { watchRouteChanges } from '#web/app/start/route-change.ts'
import { createAppRouter } from '#web/app/router.tsx'
import { takeOver } from '#web/app/start/take-over.ts'
import { watchSession } from '#web/app/start/session-watch.ts'
import { watchTheme } from '#web/lib/browser/theme.ts'
import { watchHistory } from '#web/lib/navigation/history-entries.ts'
import { watchLayers } from '#web/lib/navigation/layers.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const router = createAppRouter()
watchSession(() => void router.invalidate())
watchRouteChanges(router)
watchHistory(router.history)
watchLayers(router)
watchTheme()
watchContrast()

// What the server has written stays until the page that replaces it is there.
// Only a rendered router follows its own redirects.
const stopFollowing = router.history.subscribe(() => void router.load())
void router.load().finally(() => {
  stopFollowing()
  const restore = takeOver(root)
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers router={router} />
      </StrictMode>,
    ),
  )
  restore()
})
