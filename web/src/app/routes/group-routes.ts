import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPages } from '#web/app/lazy-page.ts'
import { members } from '#web/app/routes/branches.ts'

const groupPage = lazyPages(async () => (await import('#web/pages/lazy/group-pages.ts')).groupPages)

const groupList = createRoute({
  getParentRoute: () => members,
  path: '/group-list',
  validateSearch: (search: { tab?: string; q?: string; sort?: string }) => search,
  component: groupPage('list'),
})
/** The address that people type by hand. */
const groups = createRoute({
  getParentRoute: () => members,
  path: '/groups',
  beforeLoad: () => {
    throw redirect({ to: '/group-list', replace: true })
  },
})
const groupMap = createRoute({
  getParentRoute: () => members,
  path: '/group-map',
  validateSearch: (search: { state?: string | undefined; view?: string | undefined }) => search,
  component: groupPage('map'),
})
const group = createRoute({
  getParentRoute: () => members,
  path: '/group/$groupId',
  validateSearch: (search: { tab?: string }) => search,
  component: groupPage('frame'),
})
function groupRoute<Path extends string>(path: Path, page: Parameters<typeof groupPage>[0]) {
  return createRoute({ getParentRoute: () => group, path, component: groupPage(page) })
}
const groupTabs = [
  groupRoute('/', 'feed'),
  groupRoute('about', 'section'),
  groupRoute('history', 'section'),
  groupRoute('culture', 'section'),
  groupRoute('art', 'section'),
  groupRoute('diet', 'section'),
  groupRoute('festivals', 'section'),
  groupRoute('members', 'members'),
  groupRoute('proposals', 'proposals'),
  groupRoute('analytics', 'analytics'),
] as const

export const groupRoutes = [groupList, groups, groupMap, group.addChildren(groupTabs)] as const
