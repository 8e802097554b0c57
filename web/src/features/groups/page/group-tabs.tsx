import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import { GroupPicture } from '#web/features/groups/page/group-picture.tsx'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { usePageClass } from '#web/lib/browser/use-page-class.ts'
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
  group: Group
  standing: GroupMembership | undefined
  /** Is undefined until it is known, and if the viewer is no moderator. */
  openReports: number | undefined
  /** The last part of the address, which is empty for the feed. */
  current: string
  onChoose: () => void
}

/** Shows the tabs. On phones the name of the group stays above them once the header is out of sight. */
export function GroupTabs({ group, standing, openReports, current, onChoose }: GroupTabsProps) {
  usePageClass(classes.tabbed)
  const tab = (path: string) => ({
    to: `/group/$groupId/${path}`,
    params: { groupId: String(group.id) },
    isCurrent: path === current,
    state: { keepsFocus: true },
    resetScroll: false,
    onClick: onChoose,
  })
  return (
    <div className={`${classes.bar} clip bordered on-surface`}>
      <p className={`flex-row gap-s ${classes.name} hidden`} aria-hidden="true">
        <span className={`rigid ${classes.picture}`}>
          <GroupPicture groupName={group.name} image={group.image} isSwatch />
        </span>
        <span className="one-line strong">{group.name}</span>
      </p>
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
              isCurrent={false}
              count={openReports || undefined}
              unit={units.reports}
              to="/reported-posts"
              search={{ group: group.id, state: 'open' }}
            />
          </>
        )}
        {standing?.can.analytics && <Tab name="Analytics" {...tab('analytics')} />}
      </Tabs>
    </div>
  )
}
