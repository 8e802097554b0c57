import { messageLength } from '@rootsquare/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AboutItem } from '#web/features/messages/thread/message-item.tsx'
import type { About } from '#web/features/messages/thread/message-item.tsx'
import { draftPlace } from '#web/features/messages/outbox/outbox-storage.ts'
import type { Desk } from '#web/features/messages/outbox/outbox-storage.ts'
import { sendMessage } from '#web/features/messages/outbox/outbox.ts'
import { fieldId } from '#web/features/messages/thread/thread-focus.ts'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './write-box.module.css'

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function WriteBox({ desk, about }: { desk: Desk; about: About | null }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState(() => savedText(draftPlace(desk)))
  useFocusOnArrival()

  function type(typed: string): void {
    setText(typed)
    saveText(draftPlace(desk), typed)
  }

  function send(): void {
    sendMessage(queryClient, desk, { text, item: about?.item ?? null })
    type('')
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
        onType={type}
        onSend={send}
        className={classes.box}
      />
    </>
  )
}

/** Where there is a keyboard: on glass it would cover what is to be read. */
function useFocusOnArrival(): void {
  const router = useRouter()
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    takeFocus()
    // A new page is given the focus as a whole, which may be after this.
    return router.subscribe('onRendered', ({ pathChanged }) => {
      if (pathChanged) takeFocus()
    })
  }, [router])
}

/** From nobody who has gone on to something else. */
function takeFocus(): void {
  const holder = document.activeElement
  if (holder === document.body || holder?.id === 'main')
    document.getElementById(fieldId)?.focus({ preventScroll: true })
}
