import { useInfiniteQuery } from '@tanstack/react-query'
import { conversationsOf } from '#web/entities/messages/messages-api.ts'
import { conversationsIn } from '#web/entities/messages/message-cache.ts'
import { usePageClass } from '#web/lib/browser/use-page-class.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { InboxPane, useIsWide } from '#web/pages/messages/inbox-pane.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import classes from './inbox-pane.module.css'
import panes from './message-page.module.css'

export function InboxPage() {
  const isWide = useIsWide()
  const hasChoice = conversationsIn(useInfiniteQuery(conversationsOf()).data).length > 0
  usePageTitle('Inbox')
  // As high as beside a conversation, so that nothing moves when one opens.
  usePageClass(isWide ? panes.whole : undefined)
  return (
    <div className={isWide ? panes.page : classes.page}>
      <InboxPane />
      {isWide && (
        <div className="card-box center-content">
          {hasChoice && <EmptyMessage text="Choose a conversation" />}
        </div>
      )}
    </div>
  )
}
