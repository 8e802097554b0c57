import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatches, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { GroupHeader, GroupHeaderSkeleton } from '#web/features/groups/page/group-header.tsx'
import { MembershipControls, UnknownStanding } from '#web/features/groups/page/membership-controls.tsx'
import { GroupTabs, tabNameOf } from '#web/features/groups/page/group-tabs.tsx'
import { reportsOf } from '#web/features/moderation/reports/reports-api.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { useBackToGroups, type BackToGroups } from '#web/lib/navigation/back-to-list.ts'
import { NotAllowedPage } from '#web/pages/errors/not-allowed-page.tsx'
import { NotFoundPage } from '#web/pages/errors/not-found-page.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { lastOf } from '#web/lib/browser/lists.ts'
import { BackLink, Page } from '#web/ui/layout/page.tsx'
import classes from './group-page.module.css'

export function GroupPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  if (!/^[1-9]\d{0,8}$/.test(groupId)) return <NotFoundPage />
  return <OneGroup key={groupId} groupId={Number(groupId)} />
}

function OneGroup({ groupId }: { groupId: number }) {
  const group = useQuery(groupOf(groupId))
  const standing = useQuery(standingOf(groupId))
  const error = group.data === undefined && !group.isFetching ? group.error : null
  const isMissing = error instanceof CallError && error.status === 404
  // The page can be read without the membership, also while it is being reloaded.
  const isUnknown = standing.data === undefined && standing.errorUpdateCount > 0
  const tab = useTab()
  // Read here and not in the layout, because once the answers have come the router no longer knows the previous page.
  const back = useBackToGroups()
  const onRetry = useFocusAfterRetry(group.data !== undefined)
  useErrorSnackbar(error === null || isMissing ? null : errorText(error), group.errorUpdateCount)
  if (isMissing) return <GroupNotFound />
  if (error !== null) return <GroupError error={error} retry={retry} back={back} />
  if (group.data === undefined || (standing.data === undefined && !isUnknown)) return <GroupLoading />
  if (tab === 'analytics' && standing.data?.can.analytics === false)
    return <NotAllowedPage who="moderators of the group and admins" />
  const unknown = isUnknown && (
    <UnknownStanding
      text="Whether you have joined could not be loaded."
      isBusy={standing.isFetching}
      onRetry={() => void standing.refetch()}
    />
  )
  return <GroupLayout group={group.data} standing={standing.data} tab={tab} back={back} unknown={unknown} />

  function retry(): void {
    onRetry()
    for (const query of [group, standing]) if (query.isError) void query.refetch()
  }
}

/** Moves the focus to the title once it is rendered, unless the person has focused something else by then. */
function useFocusAfterRetry(isThere: boolean): () => void {
  const isRetried = useRef(false)
  useEffect(() => {
    const { activeElement: at, body } = document
    if (isThere && isRetried.current && (at === body || at?.id === 'main')) focusContent()
    if (isThere) isRetried.current = false
  }, [isThere])
  return () => {
    isRetried.current = true
  }
}

/** Returns the last part of the address, which is empty for the feed. */
function useTab(): string {
  return useMatches({ select: (matches) => lastOf(matches)?.fullPath.split('/')[3] ?? '' })
}

type GroupLayoutProps = {
  group: Group
  standing: GroupMembership | undefined
  tab: string
  back: BackToGroups
  /** Replaces Join and Leave if the membership did not load. */
  unknown: ReactNode
}

function GroupLayout({ group, standing, tab, back, unknown }: GroupLayoutProps) {
  const onLeft = useOnLeft(group)
  const openReports = useOpenReports(group.id, standing)
  const { content, onChoose } = useTabsInPlace(tab)
  usePageTitle(tab === '' ? group.name : `${tabNameOf(tab)} · ${group.name}`)
  const actions = standing ? (
    <MembershipControls group={group} standing={standing} onLeft={onLeft} />
  ) : (
    unknown
  )
  return (
    <GroupFrame>
      <GroupHeader group={group} standing={standing} back={back} actions={actions} />
      <GroupTabs
        group={group}
        standing={standing}
        openReports={openReports}
        current={tab}
        onChoose={onChoose}
      />
      <div ref={content} className={classes.content}>
        <Outlet />
      </div>
    </GroupFrame>
  )
}

/** The header, its tabs and their content follow each other without space. */
function GroupFrame({ children }: { children: ReactNode }) {
  return (
    <Page width={1040} isEdgeToEdge>
      <div>{children}</div>
    </Page>
  )
}

function useOpenReports(groupId: number, standing: GroupMembership | undefined): number | undefined {
  const first = { page: 0, size: 1, groupId, state: 'open' } as const
  const reports = useQuery({ ...reportsOf(first), enabled: standing?.can.edit === true })
  // The placeholder is the count of the previous group.
  return reports.isPlaceholderData ? undefined : (reports.data?.totalElements ?? undefined)
}

/** Scrolls a tab to its top without moving the tabs themselves. */
function useTabsInPlace(tab: string) {
  const content = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  useLayoutEffect(() => {
    if (!isChosen.current || content.current === null) return
    isChosen.current = false
    const tabsEnd = content.current.previousElementSibling?.getBoundingClientRect().bottom ?? 0
    const above = content.current.getBoundingClientRect().top - tabsEnd
    if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
  }, [tab])
  return {
    content,
    onChoose: () => {
      isChosen.current = true
    },
  }
}

/** Goes to the list unless the person has already left the page. */
function useOnLeft({ id, name }: Group): () => void {
  const router = useRouter()

  async function goToList(): Promise<void> {
    await whenNoLayer(router)
    const isHere = `${router.history.location.pathname}/`.startsWith(`/group/${id}/`)
    if (isHere) await router.navigate({ to: '/group-list' })
    showSnackbar('success', `You have left ${name}`)
  }

  return () => void goToList()
}

function GroupLoading() {
  usePageTitle('Group')
  return (
    <GroupFrame>
      <GroupHeaderSkeleton />
    </GroupFrame>
  )
}

type GroupErrorProps = { error: Error; retry: () => void; back: BackToGroups }

function GroupError({ error, retry, back: { isToMap, onBack } }: GroupErrorProps) {
  usePageTitle('Group')
  return (
    <Page width={1040} isEdgeToEdge>
      <BackLink to={isToMap ? '/group-map' : '/group-list'} onClick={onBack}>
        {isToMap ? 'Back to the map' : 'Back to the groups'}
      </BackLink>
      <ErrorCard text={errorText(error)} onRetry={retry} />
    </Page>
  )
}

function GroupNotFound() {
  return (
    <NoticePage title="Group not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no group at this address. It may be mistyped, or the group was removed.</p>
      <Link to="/group-list" className="text-link">
        See all groups
      </Link>
    </NoticePage>
  )
}
