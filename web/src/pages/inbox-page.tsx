import { useInfiniteQuery } from '@tanstack/react-query'
import { threadsOf } from '#web/features/messages/api.ts'
import { rowsOf } from '#web/features/messages/message-cache.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { InboxPane, useHasRoom } from '#web/pages/inbox-pane.tsx'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import classes from './inbox-page.module.css'
import panes from './message-page.module.css'

export function InboxPage() {
  const hasRoom = useHasRoom()
  const hasChoice = rowsOf(useInfiniteQuery(threadsOf()).data).length > 0
  usePageTitle('Inbox')
  return (
    <div className={hasRoom ? panes.page : classes.page}>
      <InboxPane />
      {hasRoom && (
        <div className={['card', classes.choose].join(' ')}>
          {hasChoice && <EmptyWords text="Choose a conversation" />}
        </div>
      )}
    </div>
  )
}
