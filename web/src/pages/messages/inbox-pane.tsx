import { useState } from 'react'
import { ConversationList } from '#web/features/messages/inbox/conversation-list.tsx'
import { FindPeopleSheet } from '#web/features/people/search/find-people-sheet.tsx'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './inbox-pane.module.css'

/** Returns whether the inbox and a conversation fit beside each other. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1100px)')
}

/** Shows the inbox, alone or beside the conversation that was chosen from it. */
export function InboxPane({ chosenId }: { chosenId?: number }) {
  const [isSearching, setSearching] = useState(false)
  const isBeside = chosenId !== undefined
  const Pane = isBeside ? 'aside' : 'div'
  const Title = isBeside ? 'h2' : 'h1'
  return (
    <Pane className={classes.pane} aria-label={isBeside ? 'Inbox' : undefined}>
      <div className={`flex-row wrap ${classes.head} gap-xs-s min-height-48`}>
        <Title className={`display-text page-title ${classes.title}`}>Inbox</Title>
        <Button variant="outline" onClick={() => setSearching(true)}>
          Find people
        </Button>
      </div>
      <div className={classes.list}>
        <ConversationList
          chosenId={chosenId}
          action={<p>Find someone you know, and write the first message from their profile.</p>}
        />
      </div>
      {isSearching && <FindPeopleSheet onClose={() => setSearching(false)} />}
    </Pane>
  )
}
