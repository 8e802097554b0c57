import { useRef } from 'react'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'

type ErrorCardProps = { text: string; onRetry: () => void }

type LoadErrorProps = { query: { error: unknown; refetch: () => unknown }; otherwise?: string }

/** Shows why a query failed; `otherwise` is used if the server gives no reason. */
export function LoadError({ query, otherwise }: LoadErrorProps) {
  return <ErrorCard text={errorText(query.error, otherwise)} onRetry={() => void query.refetch()} />
}

/** Takes the place of content that could not be loaded. */
export function ErrorCard({ text, onRetry }: ErrorCardProps) {
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
