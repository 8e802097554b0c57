import { brand } from '@rootsquare/contract/product'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { rootRoute } from '#web/app/routes/branches.ts'
import { SignInPage } from '#web/pages/entry/sign-in-page.tsx'
import { SignUpPage } from '#web/pages/entry/sign-up-page.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'

const pages = [
  ['^/$', '/', SignInPage],
  ['^/signup/?$', '/signup', SignUpPage],
] as const

/**
 * Renders the pages that visitors open first, as they look before anything is typed. The build runs this, and the server sends
 * the result in the page, so that it can be read and typed into before any script has arrived.
 */
export function renderFirstPages(): { pattern: string; html: string }[] {
  const entries = pages.map(([pattern, path, Page]) => {
    const history = createMemoryHistory({ initialEntries: [path] })
    const router = createRouter({ routeTree: rootRoute, history })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <main id="main" tabIndex={-1}>
            <Page />
          </main>
        </RouterContextProvider>
      </QueryClientProvider>,
    )
    return { pattern, html }
  })
  return [...entries, { pattern: '^', html: renderToStaticMarkup(<AnyPage />) }]
}

/** The server does not know who opens a page, so that it can send no more of others than this. */
function AnyPage() {
  return (
    <div className="flex-row on-surface pad-xs-m">
      <Logo />
      <p className="display-text text-l">{brand}</p>
      <p className="muted">Loading…</p>
    </div>
  )
}
