import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useNavigate } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import type { MemberDialog, MemberDialogKind } from '#web/features/people/profile/member-dialogs.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useBlock } from '#web/entities/members/use-block.ts'
import type { Blockable, OnBlockChange } from '#web/entities/members/use-block.ts'

type MemberMenuProps = {
  member: Blockable
  /** Staff can see the analytics of every member. */
  can: { block: boolean; unblock: boolean; report: boolean; analytics?: boolean }
  onBlockChange: OnBlockChange
}
type OpenedDialog = { Component: typeof MemberDialog; kind: MemberDialogKind }

const fetchDialogs = () => import('#web/features/people/profile/member-dialogs.tsx')

/** For the page of another member, and for a conversation with them. */
export function MemberMenu({ member, can, onBlockChange }: MemberMenuProps) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const block = useBlock(member, onBlockChange)
  const navigate = useNavigate()

  async function open(kind: MemberDialogKind): Promise<void> {
    try {
      const { MemberDialog } = await fetchDialogs()
      setOpened({ Component: MemberDialog, kind })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  const name = `@${member.username}`
  const actions: Action[] = []
  if (can.unblock)
    actions.push({ name: `Unblock ${name}`, Icon: CircleCheck, run: () => block.mutate(false) })
  if (can.block) actions.push({ name: `Block ${name}`, Icon: Ban, run: () => open('block'), keepsMenu: true })
  if (can.analytics)
    actions.unshift({
      name: 'View User Analytics',
      Icon: ChartColumn,
      run: () => navigate({ to: routes.UserAnalytics, params: { userId: String(member.id) }, replace: true }),
    })
  if (can.report)
    actions.push({ name: 'Report member', Icon: Flag, run: () => open('report'), keepsMenu: true })
  if (actions.length === 0) return null
  return (
    <>
      <ActionMenu
        label={`Options for ${name}`}
        actions={actions}
        onOpen={() => void fetchDialogs().catch(() => {})}
      />
      {opened && (
        <opened.Component
          kind={opened.kind}
          member={member}
          onClose={() => setOpened(null)}
          onBlocked={() => onBlockChange(true)}
        />
      )}
    </>
  )
}
