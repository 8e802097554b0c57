import type { Profile } from '@rootsquare/contract/profiles'
import { systemId } from '@rootsquare/contract/messages'
import { brand } from '@rootsquare/contract/product'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { itemOf } from '#web/features/market/item-api.ts'
import { conversationOf, conversationsOf } from '#web/entities/messages/messages-api.ts'
import { conversationsIn } from '#web/entities/messages/message-cache.ts'
import type { MessageSubject } from '#web/features/messages/message-item.tsx'
import { messageOutbox, type ConversationId } from '#web/features/messages/outbox/message-outbox.ts'
import type { OtherMember } from '#web/features/messages/conversation/conversation-header.tsx'
import { ConversationView } from '#web/features/messages/conversation/conversation-view.tsx'
import { MemberMenu } from '#web/features/people/profile/member-menu.tsx'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import { useUnsentTexts } from '#web/lib/storage/outbox.ts'
import { idIn, textIn } from '#web/lib/navigation/search-params.ts'
import { nameOf, usernameOf } from '#web/lib/format/names.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useMember } from '#web/lib/session/session.ts'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { usePageClass } from '#web/lib/browser/use-page-class.ts'
import { InboxPane, useIsWide } from '#web/pages/messages/inbox-pane.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-text.tsx'
import classes from './message-page.module.css'

/** The code of the inbox is preloaded after this time, when the conversation itself has loaded. */
const idleMs = 2000

export function MessagePage() {
  usePageClass(classes.whole)
  const { userId: viewerId } = useMember()
  const { receipientId } = useParams({ from: '/members/messages/$receipientId' })
  const isWide = useIsWide()
  const otherId = /^\d{1,15}$/.test(receipientId) ? Number(receipientId) : null
  useEffect(preloadInbox, [])
  if (otherId === null) return <MissingMember />
  if (otherId === viewerId) return <OwnConversation />
  return (
    <div className={classes.page}>
      {isWide && <InboxPane chosenId={otherId} />}
      <Conversation key={`${viewerId}.${otherId}`} viewerId={viewerId} otherId={otherId} />
    </div>
  )
}

function Conversation({ viewerId, otherId }: { viewerId: number; otherId: number }) {
  const profile = useProfile(otherId)
  const known = useInboxRow(otherId)
  const about = useAbout(otherId)
  const hasFailed = profile.isLoadingError && !isMissing(profile.error)
  return (
    <ConversationView
      viewerId={viewerId}
      otherId={otherId}
      other={otherIn(profile, otherId, known)}
      onRetryProfile={hasFailed ? () => void profile.refetch() : null}
      about={about}
      menu={<OtherMenu otherId={otherId} />}
      unblock={<Unblock otherId={otherId} />}
      whenMissing={<MissingMember conversationId={{ memberId: viewerId, otherId }} />}
    />
  )
}

/** Shows the menu even for a member who has blocked the viewer, because they can still be reported. */
function OtherMenu({ otherId }: { otherId: number }) {
  const page = useFirstPage(otherId)
  if (!page?.member) return null
  const member = { id: otherId, username: page.member.username }
  return <MemberMenu member={member} can={page.can} />
}

function Unblock({ otherId }: { otherId: number }) {
  const member = useFirstPage(otherId)?.member
  if (!member) return null
  return <UnblockButton member={{ id: otherId, username: member.username }} />
}

function useFirstPage(otherId: number) {
  return useInfiniteQuery(conversationOf(otherId)).data?.pages[0]
}

/** Returns the item from which the conversation was opened, if it is on sale. The other side could not see another. */
function useAbout(otherId: number): MessageSubject | null {
  const navigate = useNavigate()
  const itemId = useLocation({ select: ({ search }) => idIn(textIn(search, 'item')) }) ?? null
  const { data: item } = useQuery({ ...itemOf(itemId ?? 0), enabled: itemId !== null })
  if (itemId === null || item?.userId !== otherId || !item.isApproved) return null
  const { id, name, price, imageUrl } = item
  const onTakeOff = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  return { item: { id, name, price, imageUrl }, onTakeOff }
}

function useProfile(otherId: number) {
  return useQuery({ ...profileOf(otherId), enabled: otherId !== systemId })
}

/** Returns the name and picture that the inbox has already loaded, so that they are shown at once. */
function useInboxRow(otherId: number): OtherMember | undefined {
  const inbox = useQueryClient().getQueryData(conversationsOf().queryKey)
  const row = conversationsIn(inbox).find(({ userId }) => userId === otherId)
  return (
    row && {
      id: otherId,
      name: nameOf(row),
      username: usernameOf(row),
      image: row.profileImage,
      hasPage: true,
    }
  )
}

type ProfileQuery = { data: Profile | undefined; error: Error | null }

function otherIn({ data, error }: ProfileQuery, otherId: number, known: OtherMember | undefined) {
  if (otherId === systemId) return { id: systemId, name: brand, username: null, image: null, hasPage: false }
  if (data === undefined) return isMissing(error) ? null : known
  return { id: otherId, name: nameOf(data), username: data.username, image: data.profileImage, hasPage: true }
}

/** Preloads the code of the inbox, so that Back is quick. A failure is retried on Back. */
function preloadInbox(): () => void {
  if (isSavingData()) return () => {}
  const timer = setTimeout(() => void import('#web/pages/messages/inbox-page.tsx').catch(() => {}), idleMs)
  return () => clearTimeout(timer)
}

function OwnConversation() {
  return (
    <NoticePage title="You cannot write to yourself." cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>Choose somebody else to write to.</p>
      <ToInbox />
    </NoticePage>
  )
}

function MissingMember({ conversationId }: { conversationId?: ConversationId }) {
  return (
    <NoticePage title="User not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no member at this address. It may be mistyped, or the account is closed.</p>
      {conversationId && <UnsentMessages conversationId={conversationId} />}
      <ToInbox />
    </NoticePage>
  )
}

function UnsentMessages({ conversationId }: { conversationId: ConversationId }) {
  return <UnsentText texts={useUnsentTexts(messageOutbox(conversationId))} />
}

function ToInbox() {
  return (
    <Link to="/inbox" className="text-link">
      Back to the inbox
    </Link>
  )
}
