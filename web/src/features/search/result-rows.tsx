import type { Group } from '@rootsquare/contract/groups'
import type { Item } from '@rootsquare/contract/trade/market'
import type { Post } from '@rootsquare/contract/posts'
import { maxCountedPosts, type Found, type TagEntry } from '@rootsquare/contract/search'
import { Link } from '@tanstack/react-router'
import Hash from 'lucide-react/icons/hash'
import type { ReactNode } from 'react'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { MemberRow } from '#web/entities/members/member-row.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './search.module.css'

/** Rows that the page passes because they belong to other features. */
export type ResultRowsProps = {
  groupRow: (group: Group) => ReactNode
  postCard: (post: Post) => ReactNode
  itemRow: (item: Item) => ReactNode
}

type Row = { id: number | string; row: () => ReactNode }

/** Lists each entry once, because results may shift between two pages. */
export function ResultRows({ pages, label, ...props }: ResultRowsProps & { pages: Found[]; label: string }) {
  const rows = new Map(pages.flatMap((page) => rowsOf(page, props)).map(({ id, row }) => [id, row]))
  const isCards = pages[0]?.type === 'posts'
  return (
    <ul aria-label={label} className={isCards ? classes.cards : classes.list}>
      <ListRows of={[...rows]} rowKey={([id]) => id}>
        {([, row]) => <ResultRow isMember={pages[0]?.type === 'people'}>{row()}</ResultRow>}
      </ListRows>
    </ul>
  )
}

/** Wraps a row in a list item, except the row of a member, which is one already. */
function ResultRow({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  return isMember ? children : <li className={classes.row}>{children}</li>
}

function rowsOf(page: Found, { groupRow, postCard, itemRow }: ResultRowsProps): Row[] {
  switch (page.type) {
    case 'people':
      return page.content.map((member) => ({
        id: member.id,
        row: () => (
          <MemberRow member={member}>
            <FollowButton member={member} isQuiet />
          </MemberRow>
        ),
      }))
    case 'groups':
      return page.content.map((group) => ({ id: group.id, row: () => groupRow(group) }))
    case 'posts':
      return page.content.map((post) => ({ id: post.id, row: () => postCard(post) }))
    case 'items':
      return page.content.map((item) => ({ id: item.id, row: () => itemRow(item) }))
    case 'tags':
      return page.content.map((entry) => ({ id: entry.tag, row: () => <TagRow entry={entry} /> }))
  }
}

function TagRow({ entry: { tag, posts } }: { entry: TagEntry }) {
  const count = `${numberText(posts)}${posts >= maxCountedPosts ? '+' : ''}`
  const address: string = `/tag/${encodeURIComponent(tag)}`
  return (
    <Link to={address} className={`flex-row gap-s hover-mark inner-ring ${classes.tag}`}>
      <span className={`center-content rigid ${classes.hash}`}>
        <Icon of={Hash} />
      </span>
      <span className="breakable">
        <span className="strong">#{tag}</span>
        <span className="text-xs muted"> {posts === 1 ? '1 post' : `${count} posts`}</span>
      </span>
    </Link>
  )
}
