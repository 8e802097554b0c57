import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '#web/app/fonts.css'
import '#web/app/tokens.css'
import '#web/app/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/app/query-client.ts'
import { watchRouteChanges } from '#web/app/route-change.ts'
import { router } from '#web/app/router.tsx'
import { watchSession } from '#web/app/session-watch.ts'
import { colorSchemes, theme } from '#web/app/theme.ts'
import { watchLayers } from '#web/lib/layers.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

watchSession(queryClient, () => void router.invalidate())
watchRouteChanges(router)
watchLayers(router)

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
