import { messageLength } from '@rootsquare/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AboutItem } from '#web/features/messages/thread/message-item.tsx'
import type { About } from '#web/features/messages/thread/message-item.tsx'
import { messageOutbox, sendMessage } from '#web/features/messages/outbox/outbox.ts'
import type { ThreadId } from '#web/features/messages/outbox/outbox.ts'
import { fieldId } from '#web/features/messages/thread/thread-focus.ts'
import { draftKey } from '#web/lib/storage/outbox.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './thread-view.module.css'

/** Empty at once for the next message; what is typed survives a reload. */
export function WriteBox({ threadId, about }: { threadId: ThreadId; about: About | null }) {
  const queryClient = useQueryClient()
  const { draft: text, change } = useTextDraft(draftKey(messageOutbox(threadId)))
  useFocusOnArrival()

  function send(): void {
    sendMessage(queryClient, threadId, { text, item: about?.item ?? null })
    change('')
    about?.onTakeOff()
  }

  return (
    <>
      {about && <AboutItem about={about} />}
      <SendField
        id={fieldId}
        what="message"
        max={messageLength}
        counterFrom={4500}
        text={text}
        onType={change}
        onSend={send}
        className={classes.box}
      />
    </>
  )
}

/** Not on touch screens, where the keyboard would cover the messages. */
function useFocusOnArrival(): void {
  const router = useRouter()
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    takeFocus()
    // The router focuses a new page as a whole, possibly after this.
    return router.subscribe('onRendered', ({ pathChanged }) => {
      if (pathChanged) takeFocus()
    })
  }, [router])
}

/** Only where the member has not focused something else meanwhile. */
function takeFocus(): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.id === 'main')
    document.getElementById(fieldId)?.focus({ preventScroll: true })
}
