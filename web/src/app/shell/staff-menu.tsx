import { countQueues, type Queues } from '@rootsquare/contract/moderation'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Banknote from 'lucide-react/icons/banknote'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Flag from 'lucide-react/icons/flag'
import Landmark from 'lucide-react/icons/landmark'
import Package from 'lucide-react/icons/package'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import Shield from 'lucide-react/icons/shield'
import Users from 'lucide-react/icons/users'
import type { StaffLink } from '#web/app/shell/menu-links.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { call } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'

const minuteMs = 60_000

/** The icons of the pages of staff, and the kinds of work that wait on them. */
const staffPages: Record<string, { icon: Glyph; queues?: (keyof Queues)[] }> = {
  '/admin-users': { icon: Shield },
  '/admin-submissions': { icon: ClipboardList, queues: ['items', 'proposals'] },
  '/reported-posts': { icon: Flag, queues: ['cases'] },
  '/suspended-users': { icon: Ban, queues: ['appeals'] },
  '/system-analytics': { icon: ChartColumn },
  '/named-groups': { icon: Users, queues: ['named'] },
  '/admin-orders': { icon: Package, queues: ['refunds'] },
  '/held-payments': { icon: Banknote, queues: ['held'] },
  '/admin-disputes': { icon: Scale, queues: ['disputes'] },
  '/admin-payouts': { icon: Landmark },
  '/admin-audit': { icon: ScrollText },
}

/** Loads how much work waits for staff, whenever it is shown, because other admins work on it too. */
function queueCounts() {
  return queryOptions({
    queryKey: ['staff-queues'] as const,
    queryFn: async ({ signal }) => (await call(countQueues, { signal })).data,
    staleTime: 0,
  })
}

/** Shows a staff entry of the menu with its icon, its name and the amount of waiting work. */
export function StaffEntry({ to, name }: StaffLink) {
  const icon = staffPages[to]?.icon
  return (
    <>
      {icon && <Icon of={icon} />}
      <NameAndCount to={to} name={name} />
    </>
  )
}

function NameAndCount({ to, name }: StaffLink) {
  const { data } = useQuery(queueCounts())
  const count = (staffPages[to]?.queues ?? []).reduce((sum, queue) => sum + (data?.[queue] ?? 0), 0)
  if (count === 0) return name
  return (
    <>
      <span aria-hidden="true">{name}</span>
      <Badge count={count} />
      <span className="sr-only">{`${name}, ${numberText(count)} waiting`}</span>
    </>
  )
}

/** Reloads the counts on focus, and every minute while a staff page is open. Renders nothing. */
export function StaffCountRefresh({ pages }: { pages: string[] }) {
  const isOnStaffPage = useLocation({
    select: ({ pathname }) => pages.some((page) => pathname.startsWith(page)),
  })
  useQuery({
    ...queueCounts(),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: () => (isOnStaffPage && !isOffline() ? minuteMs : false),
  })
  return null
}
