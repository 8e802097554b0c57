import { NoticePage } from '#web/ui/notice-page.tsx'
import classes from './failed-page.module.css'

/** What the error boundary shows. Loading anew also fetches parts of the app that a new version has moved. */
export function FailedPage() {
  return (
    <NoticePage title="A thread has broken" cloth={{ family: 'nok', palette: 'clay' }}>
      <p>This page could not be shown. Nothing you saved is lost.</p>
      <button type="button" className={classes.retry} onClick={() => location.reload()}>
        Retry
      </button>
    </NoticePage>
  )
}
