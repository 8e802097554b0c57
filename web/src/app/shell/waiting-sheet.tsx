import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClockIcon from 'lucide-react/icons/clock'
import { useRef, useSyncExternalStore } from 'react'
import { waitingEntries, type WaitingEntry } from '#web/app/shell/waiting-entries.ts'
import { sendUnsent } from '#web/app/start/send-unsent.ts'
import { onStoredChange, storeValues } from '#web/lib/storage/member-store.ts'
import { removeStored } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type SheetProps = { memberId: number; onClose: () => void }

/** Lists everything that waits to be sent, where it goes and why it was not sent. */
export function WaitingSheet({ memberId, onClose }: SheetProps) {
  const queryClient = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const shown = useSyncExternalStore(onStoredChange, () => JSON.stringify(waitingEntries(memberId)))
  const entries: WaitingEntry[] = JSON.parse(shown)
  const send = () => void sendUnsent(queryClient, memberId)

  function discard({ path }: WaitingEntry): void {
    // The button that has the focus disappears.
    list.current?.focus()
    removeStored(memberId, path)
    // What waited behind a failed message can be sent now.
    send()
  }

  function retry({ path, stored }: WaitingEntry): void {
    storeValues(memberId, [[path, { ...stored, error: null, writtenAt: Date.now() }]])
    send()
  }

  return (
    <Dialog isOpen onClose={onClose} title="Waiting to be sent">
      {entries.length === 0 ? (
        <p>Everything is sent.</p>
      ) : (
        <>
          <p className="muted text-s">It is sent in this order as soon as you are back online.</p>
          <ul ref={list} tabIndex={-1} aria-label="What waits" className="stack gap-s margin-top-s">
            <ListRows of={entries} rowKey={({ path }) => path}>
              {(entry) => <Row entry={entry} onDiscard={discard} onRetry={retry} onLeave={onClose} />}
            </ListRows>
          </ul>
        </>
      )}
    </Dialog>
  )
}

type RowProps = {
  entry: WaitingEntry
  onDiscard: (entry: WaitingEntry) => void
  onRetry: (entry: WaitingEntry) => void
  onLeave: () => void
}

function Row({ entry, onDiscard, onRetry, onLeave }: RowProps) {
  const router = useRouter()
  const { what, text, error, href } = entry

  function show(): void {
    onLeave()
    if (href !== null) router.history.push(href)
  }

  const about = <span className="sr-only"> {`${what} ${text}`.trim()}</span>
  return (
    <li className="divided pad-xs-0">
      <div className="flex-row gap-s align-top">
        <Icon of={error === null ? ClockIcon : CircleAlert} />
        <div className="grow shrinkable">
          <p className="semibold">{what}</p>
          {text !== '' && (
            <p className="breakable" dir="auto">
              {text}
            </p>
          )}
          {error !== null && <p className="text-s breakable">Not sent: {error}</p>}
        </div>
      </div>
      <div className="flex-row wrap gap-xs justify-end">
        {href !== null && (
          <Button variant="outline" onClick={show}>
            Show{about}
          </Button>
        )}
        {error !== null && (
          <Button variant="outline" onClick={() => onRetry(entry)}>
            Retry{about}
          </Button>
        )}
        <Button variant="outline" onClick={() => onDiscard(entry)}>
          Discard{about}
        </Button>
      </div>
    </li>
  )
}
