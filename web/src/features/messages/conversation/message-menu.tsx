import { takeBackMinutes, type Message } from '@rootsquare/contract/messages'
import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import Undo2 from 'lucide-react/icons/undo-2'
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useTakeBackMessage } from '#web/entities/messages/messages-api.ts'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { clockText } from '#web/lib/format/clock-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './message-row.module.css'

type MessageMenuProps = { message: Message; isOwn: boolean; isLast: boolean }

const loadReport = async () => (await import('#web/entities/reports/report-dialog.tsx')).ReportDialog

/** Shows the menu of a message. Tab stops at one menu of the conversation, and arrow keys lead to the others. */
export function MessageMenu({ message, isOwn, isLast }: MessageMenuProps) {
  const report = useLoadedDialog(loadReport)
  const { mutate: takeBack } = useTakeBackMessage()

  // The message will remain without a menu, so the focus has to move first.
  function takeBackMessage(): void {
    focusConversation()
    takeBack(message.chatId, { onError: (failure) => showSnackbar('error', errorText(failure)) })
  }

  const copy = () => copyShown(message.message, 'Message copied')
  const actions: Action[] = [
    ...(message.message === '' ? [] : [{ name: 'Copy', icon: Copy, run: copy }]),
    ...(isOwn && isRecent(message)
      ? [{ name: 'Take back', icon: Undo2, tone: 'danger' as const, run: takeBackMessage }]
      : []),
    ...(isOwn ? [] : [{ name: 'Report message', icon: Flag, run: report.open, keepsMenu: true }]),
  ]
  if (actions.length === 0) return null
  return (
    <div className={classes.menu} data-message-menu aria-live="off">
      <ActionMenu
        label={`Options for the message of ${clockText(message.createdDate)}`}
        actions={actions}
        head={<Quote message={message} />}
        dots={{ tabIndex: isLast ? 0 : -1, onKeyDown: moveByArrows }}
        onOpen={isOwn ? undefined : () => void loadReport().catch(() => {})}
      />
      {report.Dialog && (
        <report.Dialog target={{ type: 'chat', id: message.chatId }} onClose={report.close} />
      )}
    </div>
  )
}

/** Quotes the message, because on a phone the menu covers it. */
function Quote({ message: { message, media } }: { message: Message }) {
  return (
    <p className={`one-line text-s muted ${classes.quote} hidden`} dir="auto">
      {message || (media[0]?.type === 'audio' ? 'Voice note' : 'Picture')}
    </p>
  )
}

/** Returns whether a message can still be taken back. The server decides; this clock only hides what it would reject. */
function isRecent({ createdDate }: Message): boolean {
  return Date.now() - Date.parse(createdDate) < takeBackMinutes * 60_000
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...document.querySelectorAll<HTMLElement>('[data-message-menu] > button')]
  const at = all.findIndex((one) => one === event.currentTarget)
  all[at + step]?.focus()
}

const longPressMs = 500
/** A finger that moves further than this scrolls. */
const maxFingerMovePx = 10

/** Opens the same menu by a long press or the right mouse button anywhere on the line of the message. */
export function useMenuOnLongPress() {
  const press = useRef({ timer: 0, x: 0, y: 0 })
  const isLongPress = useRef(false)
  const stop = () => window.clearTimeout(press.current.timer)
  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (hasOwnMenu(event.target) || openMenuIn(event.currentTarget) === false) return
      stop()
      event.preventDefault()
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      stop()
      isLongPress.current = false
      const line = event.currentTarget
      if (event.pointerType === 'mouse' || hasOwnMenu(event.target)) return
      const timer = window.setTimeout(() => (isLongPress.current = openMenuIn(line)), longPressMs)
      press.current = { timer, x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { x, y } = press.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > maxFingerMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The end of a long press on a picture must not open the picture too.
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!isLongPress.current || hasOwnMenu(event.target)) return
      isLongPress.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Returns whether the browser has its own menu here: on links, controls and selected text. */
function hasOwnMenu(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest('a, input, [data-message-menu]') !== null
  return isControl || window.getSelection()?.isCollapsed === false
}

function openMenuIn(line: HTMLElement): boolean {
  const button = line.querySelector<HTMLElement>('[data-message-menu] > button')
  if (button?.getAttribute('aria-expanded') === 'false') button.click()
  return button !== null
}
