import type { Standing } from '@rootsquare/contract/groups'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import classes from './group-tabs.module.css'

const sections = Object.entries(sectionPaths).map(([name, path]) => ({ name, path }))
const inner = [{ name: 'Feed', path: '' }, ...sections, { name: 'Members', path: 'members' }]
const units = {
  proposals: ['open proposal', 'open proposals'],
  reports: ['open report', 'open reports'],
} as const

export function tabNameOf(path: string): string {
  const own = { proposals: 'Proposals', analytics: 'Analytics' }[path]
  return own ?? inner.find((tab) => tab.path === path)?.name ?? 'Feed'
}

type GroupTabsProps = {
  groupId: number
  standing: Standing | undefined
  /** Undefined until it is known, and where the viewer does not moderate. */
  openReports: number | undefined
  /** The last part of the address; empty for the feed. */
  current: string
  onChoose: () => void
}

export function GroupTabs({ groupId, standing, openReports, current, onChoose }: GroupTabsProps) {
  const tab = (path: string) => ({
    to: `/group/$groupId/${path}`,
    params: { groupId: String(groupId) },
    'aria-current': path === current ? ('page' as const) : undefined,
    // Without it the feed would be marked as current on every page below it.
    activeOptions: { exact: true },
    state: { keepsFocus: true },
    resetScroll: false,
    onClick: onChoose,
  })
  return (
    <div className={classes.bar}>
      <Tabs label="Group" current={current}>
        {inner.map(({ name, path }) => (
          <Tab key={path} name={name} {...tab(path)} />
        ))}
        {standing?.can.edit && (
          <>
            <Tab
              name="Proposals"
              count={standing.openProposals || undefined}
              unit={units.proposals}
              {...tab('proposals')}
            />
            <Tab
              name="Reports"
              count={openReports || undefined}
              unit={units.reports}
              to="/reported-posts"
              search={{ group: groupId, state: 'open' }}
            />
          </>
        )}
        {standing?.can.analytics && <Tab name="Analytics" {...tab('analytics')} />}
      </Tabs>
    </div>
  )
}
