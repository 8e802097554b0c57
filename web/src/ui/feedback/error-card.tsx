import { Suspense, useRef } from 'react'
import { errorText } from '#web/lib/net/error-text.ts'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { loadOfflineParts } from '#web/ui/offline/load-offline-parts.ts'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'

const NotStoredCard = lazyExtra<ErrorCardProps>(
  async () => (await loadOfflineParts()).NotStoredCard,
  TextCard,
)

type ErrorCardProps = { text: string; onRetry: () => void }

type LoadErrorProps = { query: { error: unknown; refetch: () => unknown }; otherwise?: string }

/** Shows why a query failed; `otherwise` is used if the server gives no reason. */
export function LoadError({ query, otherwise }: LoadErrorProps) {
  return <ErrorCard text={errorText(query.error, otherwise)} onRetry={() => void query.refetch()} />
}

/** Takes the place of content that could not be loaded. Offline the reason is the same for all, and one card says it. */
export function ErrorCard(props: ErrorCardProps) {
  if (useIsOnline()) return <TextCard {...props} />
  return (
    <Suspense>
      <NotStoredCard {...props} />
    </Suspense>
  )
}

function TextCard({ text, onRetry }: ErrorCardProps) {
  const card = useRef<HTMLDivElement>(null)
  usePassFocus(card)
  return (
    <div ref={card} className="card-box stack gap-s justify-start padded" role="alert">
      <p>{text}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
