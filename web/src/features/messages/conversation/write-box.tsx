import { messageLength } from '@rootsquare/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import Mic from 'lucide-react/icons/mic'
import { useEffect, useRef, useState } from 'react'
import { ChooseFiles } from '#web/entities/uploads/choose-files.tsx'
import { mediaOf, useMessagePictures } from '#web/features/messages/attachments/use-message-pictures.ts'
import { AttachmentTray } from '#web/features/messages/attachments/attachment-tray.tsx'
import { useNotifyTyping } from '#web/features/messages/member-activity.ts'
import { AboutItem, type MessageSubject } from '#web/features/messages/message-item.tsx'
import {
  messageOutbox,
  sendMessage,
  sendVoiceNote,
  type ConversationId,
} from '#web/features/messages/outbox/message-outbox.ts'
import { conversationFieldId, focusConversation } from '#web/features/messages/conversation-focus.ts'
import { VoiceRecorder } from '#web/features/messages/voice/voice-recorder.tsx'
import { draftKey } from '#web/lib/storage/outbox.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './conversation-view.module.css'

/** Is empty for the next message as soon as one is sent. Typed text survives a reload. */
export function WriteBox({
  conversationId,
  about,
}: {
  conversationId: ConversationId
  about: MessageSubject | null
}) {
  const queryClient = useQueryClient()
  const { draft: text, change } = useTextDraft(draftKey(messageOutbox(conversationId)))
  const pictures = useMessagePictures(conversationId)
  const [isRecording, setRecording] = useState(false)
  const isUploading = pictures.files.some(({ progress }) => progress.is !== 'done')
  const notifyTyping = useNotifyTyping(conversationId.otherId)
  useFocusOnArrival()

  function type(typed: string): void {
    change(typed)
    if (typed.trim() !== '') notifyTyping()
  }

  function send(): void {
    const media = mediaOf(pictures.files)
    sendMessage(queryClient, conversationId, { text, item: about?.item ?? null, media })
    pictures.remove(pictures.files.map(({ id }) => id))
    change('')
    about?.onTakeOff()
  }

  const uploadState = isUploading ? 'pending' : 'ready'
  return (
    <>
      {about && <AboutItem about={about} />}
      <AttachmentTray pictures={pictures} />
      {isRecording ? (
        <VoiceRecorder
          onSend={(note) => sendVoiceNote(queryClient, conversationId, note)}
          onClose={() => setRecording(false)}
        />
      ) : (
        <SendField
          id={conversationFieldId}
          what="message"
          max={messageLength}
          counterFrom={4500}
          text={text}
          onType={type}
          onSend={send}
          className={`rigid ${classes.box}`}
          before={
            <ChooseFiles label="Pictures to attach" multiple onChoose={pictures.add}>
              {(open) => <IconButton label="Attach pictures" onClick={open} icon={ImagePlus} />}
            </ChooseFiles>
          }
          after={
            text === '' && (
              <IconButton label="Record a voice note" onClick={() => setRecording(true)} icon={Mic} />
            )
          }
          attached={pictures.files.length === 0 ? undefined : uploadState}
        />
      )}
      <FocusAfterRecording isRecording={isRecording} />
    </>
  )
}

/** Restores the focus after recording, because the recorder is removed with the button that had it. */
function FocusAfterRecording({ isRecording }: { isRecording: boolean }) {
  const wasRecording = useRef(false)
  useEffect(() => {
    if (wasRecording.current && !isRecording) focusConversation()
    wasRecording.current = isRecording
  }, [isRecording])
  return null
}

/** Focuses the field on arrival, but not on touch screens, where the keyboard would cover the messages. */
function useFocusOnArrival(): void {
  const router = useRouter()
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    takeFocus()
    // The router may focus the new page after this, so it is repeated then.
    return router.subscribe('onRendered', ({ pathChanged }) => {
      if (pathChanged) takeFocus()
    })
  }, [router])
}

/** Focuses the field unless the member has already focused something else. */
function takeFocus(): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.id === 'main')
    document.getElementById(conversationFieldId)?.focus({ preventScroll: true })
}
