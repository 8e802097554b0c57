import '#web/app/theme/fonts.css'
import '#web/app/theme/tokens.css'
import '#web/app/theme/base.css'
import '#web/app/theme/layout.css'
import '#web/app/theme/parts.css'
import '#web/app/theme/utilities.css'
import '#web/app/theme/text-utilities.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '#web/app/providers.tsx'
import { watchContrast } from '#web/app/start/contrast.ts'
import { watchRouteChanges } from '#web/app/start/route-change.ts'
import { createAppRouter } from '#web/app/router.tsx'
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

createRoot(root).render(
  <StrictMode>
    <Providers router={router} />
  </StrictMode>,
)
