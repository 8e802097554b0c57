import { failureTexts } from '@rootsquare/contract/failure'
import type { Message } from '@rootsquare/contract/messages'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { clockText } from '#web/features/messages/thread/thread-time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './message-menu.module.css'

type MessageMenuProps = { message: Message; isLast: boolean }

const fetchDialog = () => import('#web/entities/reports/report-dialog.tsx')

/** For received messages. Tab stops at one menu of the whole conversation; arrow keys lead to the others. */
export function MessageMenu({ message, isLast }: MessageMenuProps) {
  const [shown, setShown] = useState<{ Opened: typeof ReportDialog } | null>(null)

  async function open(): Promise<void> {
    try {
      const { ReportDialog } = await fetchDialog()
      setShown({ Opened: ReportDialog })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <div className={classes.menu} data-message-menu aria-live="off">
      <ActionMenu
        label={`Options for the message of ${clockText(message.createdDate)}`}
        actions={[{ name: 'Report message', Icon: Flag, run: open, keepsMenu: true }]}
        dots={{ tabIndex: isLast ? 0 : -1, onKeyDown: moveByArrows }}
        onOpen={() => void fetchDialog().catch(() => {})}
      />
      {shown && <shown.Opened target={{ chatId: message.chatId }} onClose={() => setShown(null)} />}
    </div>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...document.querySelectorAll<HTMLElement>('[data-message-menu] > button')]
  const at = all.findIndex((one) => one === event.currentTarget)
  all[at + step]?.focus()
}
