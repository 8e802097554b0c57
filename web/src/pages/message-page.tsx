import type { Profile } from '@rootsquare/contract/accounts'
import { systemId } from '@rootsquare/contract/messages'
import { brand } from '@rootsquare/contract/product'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { profileOf } from '#web/features/accounts/api.ts'
import { threadOf } from '#web/features/messages/api.ts'
import { unsentTo } from '#web/features/messages/outbox-kept.ts'
import type { Desk } from '#web/features/messages/outbox-kept.ts'
import type { Other } from '#web/features/messages/thread-header.tsx'
import { ThreadList } from '#web/features/messages/thread-list.tsx'
import { ThreadView } from '#web/features/messages/thread-view.tsx'
import { MemberMenu } from '#web/features/people/member-menu.tsx'
import { UnblockButton } from '#web/features/people/unblock-button.tsx'
import { nameOf } from '#web/lib/names.ts'
import { isMissing } from '#web/lib/said-by-server.ts'
import { useSession } from '#web/lib/session.ts'
import { useBlockChange } from '#web/pages/block-change.ts'
import { NoticePage } from '#web/ui/notice-page.tsx'
import { UnsentWords } from '#web/ui/unsent-words.tsx'
import classes from './message-page.module.css'

export function MessagePage() {
  const session = useSession()
  const { receipientId } = useParams({ from: '/members/messages/$receipientId' })
  const hasRoom = useMediaQuery('(min-width: 1100px)', false, { getInitialValueInEffect: false })
  const otherId = /^\d{1,15}$/.test(receipientId) ? Number(receipientId) : null
  // For one render after the session ends, until the guard has sent the person away.
  if (session === null) return null
  if (otherId === null) return <NobodyHere />
  return (
    <div className={classes.page}>
      {hasRoom && (
        <aside className={classes.inbox} aria-label="Inbox">
          <ThreadList chosenId={otherId} />
        </aside>
      )}
      <Conversation key={`${session.userId}.${otherId}`} viewerId={session.userId} otherId={otherId} />
    </div>
  )
}

function Conversation({ viewerId, otherId }: { viewerId: number; otherId: number }) {
  const profile = useProfile(otherId)
  const hasFailed = profile.isLoadingError && !isMissing(profile.error)
  return (
    <ThreadView
      viewerId={viewerId}
      otherId={otherId}
      other={otherIn(profile, otherId)}
      onAskAgain={hasFailed ? () => void profile.refetch() : null}
      menu={<OtherMenu otherId={otherId} />}
      unblock={<Unblock otherId={otherId} />}
      whenMissing={<NobodyHere desk={{ memberId: viewerId, otherId }} />}
    />
  )
}

/** Without a page of theirs, nothing can be done about a member but what Settings offers. */
function OtherMenu({ otherId }: { otherId: number }) {
  const profile = useProfile(otherId).data
  const can = useInfiniteQuery(threadOf(otherId)).data?.pages[0]?.can
  const onBlock = useBlockChange()
  if (profile === undefined || can === undefined) return null
  return <MemberMenu member={profile} can={can} onBlockChange={(isNow) => onBlock(otherId, isNow)} />
}

function Unblock({ otherId }: { otherId: number }) {
  const profile = useProfile(otherId).data
  const onBlock = useBlockChange()
  return profile && <UnblockButton member={profile} onBlockChange={(isNow) => onBlock(otherId, isNow)} />
}

function useProfile(otherId: number) {
  return useQuery({ ...profileOf(otherId), enabled: otherId !== systemId })
}

type Asked = { data: Profile | undefined; error: Error | null }

function otherIn({ data, error }: Asked, otherId: number): Other | null | undefined {
  if (otherId === systemId) return { id: systemId, name: brand, username: null, image: null }
  if (data === undefined) return isMissing(error) ? null : undefined
  return { id: otherId, name: nameOf(data), username: data.username, image: data.profileImage }
}

function NobodyHere({ desk }: { desk?: Desk }) {
  return (
    <NoticePage title="User not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no such member. The address may be mistyped, or the account is closed.</p>
      <UnsentWords words={desk === undefined ? [] : unsentTo(desk)} />
      <Link to="/inbox" className="link">
        Back to the inbox
      </Link>
    </NoticePage>
  )
}
