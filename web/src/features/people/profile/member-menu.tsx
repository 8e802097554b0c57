import { useNavigate } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import type { ComponentProps, ComponentType } from 'react'
import type { MemberDialog, MemberDialogKind } from '#web/features/people/profile/member-dialogs.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import { useBlock, type Blockable } from '#web/entities/members/use-block.ts'

type MemberMenuProps = {
  member: Blockable
  /** Staff can see the analytics of every member. */
  can: { block: boolean; unblock: boolean; report: boolean; analytics?: boolean }
}

const fetchDialogs = () => import('#web/features/people/profile/member-dialogs.tsx')

type DialogProps = Omit<ComponentProps<typeof MemberDialog>, 'kind'>

async function loadDialog(kind: MemberDialogKind): Promise<ComponentType<DialogProps>> {
  const { MemberDialog } = await fetchDialogs()
  return function OpenedDialog(props) {
    return <MemberDialog kind={kind} {...props} />
  }
}

/** Renders the menu on the page of another member and in a conversation with them. */
export function MemberMenu({ member, can }: MemberMenuProps) {
  const opened = useLoadedDialog(loadDialog)
  const block = useBlock(member)
  const navigate = useNavigate()

  const name = `@${member.username}`
  const actions: Action[] = []
  if (can.unblock)
    actions.push({ name: `Unblock ${name}`, icon: CircleCheck, run: () => block.mutate(false) })
  if (can.block)
    actions.push({ name: `Block ${name}`, icon: Ban, run: () => opened.open('block'), keepsMenu: true })
  if (can.analytics)
    actions.unshift({
      name: 'View User Analytics',
      icon: ChartColumn,
      run: () => navigate({ to: routes.UserAnalytics, params: { userId: String(member.id) }, replace: true }),
    })
  if (can.report)
    actions.push({ name: 'Report member', icon: Flag, run: () => opened.open('report'), keepsMenu: true })
  if (actions.length === 0) return null
  return (
    <>
      <ActionMenu
        label={`Options for ${name}`}
        actions={actions}
        onOpen={() => void fetchDialogs().catch(() => {})}
      />
      {opened.Dialog && <opened.Dialog member={member} onClose={opened.close} />}
    </>
  )
}
