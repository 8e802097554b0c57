import { useState } from 'react'
import { ThreadList } from '#web/features/messages/thread-list.tsx'
import { FindPeopleSheet } from '#web/features/people/find-people.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import classes from './inbox-page.module.css'

export function InboxPage() {
  const [isSearching, setSearching] = useState(false)
  usePageTitle('Inbox')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Inbox</h1>
        <Button look="outline" onClick={() => setSearching(true)}>
          Find people
        </Button>
      </div>
      <ThreadList wayOn={<p>Find someone you know, and write the first message from their profile.</p>} />
      <FindPeopleSheet isOpen={isSearching} onClose={() => setSearching(false)} />
    </div>
  )
}
