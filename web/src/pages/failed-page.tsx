import { Button } from '#web/ui/button.tsx'
import { NoticePage } from '#web/ui/notice-page.tsx'

/** What the error boundary shows. Loading anew also fetches parts of the app that a new version has moved. */
export function FailedPage() {
  return (
    <NoticePage title="A thread has broken" cloth={{ family: 'nok', palette: 'clay' }}>
      <p>This page could not be shown. Nothing you saved is lost.</p>
      <Button onClick={() => location.reload()}>Retry</Button>
    </NoticePage>
  )
}
