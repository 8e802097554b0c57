import type { Proposal } from '@rootsquare/contract/sections'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { ProposalActions } from '#web/features/groups/proposals/proposal-actions.tsx'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { VersionDifference } from '#web/features/groups/history/version-difference.tsx'
import { isSameContent } from '#web/features/groups/sections/section-content.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Chip } from '#web/ui/layout/chip.tsx'
import classes from './proposals.module.css'

type ProposalCardProps = {
  proposal: Proposal
  memberId: number
  namesGroup: boolean
  /** Is called before the card is removed along with the button that has the focus. */
  onDecided: () => void
}

const states = { OPEN: 'Open', ACCEPTED: 'Accepted', DECLINED: 'Declined' } as const
const tones = { OPEN: 'gold', ACCEPTED: 'leaf', DECLINED: 'neutral' } as const

export function ProposalCard({ proposal, memberId, namesGroup, onDecided }: ProposalCardProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const { state, note, can } = proposal

  /** Passes the focus on, unless the person has focused something outside the card by then. */
  function moveFocus(): void {
    const { activeElement: at, body } = document
    if (at === null || at === body || at.id === 'main' || card.current?.contains(at)) onDecided()
  }

  return (
    <article
      ref={card}
      className={`card-box stack gap-s breakable ${classes.card} padded`}
      aria-labelledby={titleId}
    >
      <div className="flex-row between gap-s">
        <h3 id={titleId}>
          <Title proposal={proposal} namesGroup={namesGroup} />
        </h3>
        <Chip tone={tones[state]}>{states[state]}</Chip>
      </div>
      <Proposer proposal={proposal} />
      {note !== '' && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
      {state === 'OPEN' ? <Difference proposal={proposal} /> : <Outcome proposal={proposal} />}
      {can.decide && <ProposalActions proposal={proposal} memberId={memberId} onDecided={moveFocus} />}
    </article>
  )
}

function Title({ proposal, namesGroup }: { proposal: Proposal; namesGroup: boolean }) {
  const { groupId, groupName, name } = proposal
  const params = { groupId: String(groupId) }
  return (
    <>
      <Link to={`/group/$groupId/${sectionPaths[name]}`} params={params} className="text-link">
        {name}
      </Link>
      {namesGroup && (
        <>
          {' in '}
          <Link to="/group/$groupId" params={params} className="text-link">
            {groupName}
          </Link>
        </>
      )}
    </>
  )
}

function Proposer({ proposal }: { proposal: Proposal }) {
  const { username, profileImage, createdDate } = proposal
  const name = nameOf(proposal)
  return (
    <div className={`flex-row gap-s ${classes.proposer}`}>
      <Avatar name={name} image={profileImage} size={40} />
      <p className="grow muted">
        <Link to="/u/$username" params={{ username }} className="strong underline-on-hover">
          {name}
        </Link>{' '}
        <span>@{username}</span> <time dateTime={createdDate}>{momentText(createdDate)}</time>
      </p>
    </div>
  )
}

function Difference({ proposal }: { proposal: Proposal }) {
  if (isSameContent(proposal.current, proposal))
    return (
      <p className={classes.stale}>
        The section already says this.
        {proposal.can.decide && ` Accept to thank ${proposal.firstname}.`}
      </p>
    )
  return (
    <>
      {proposal.isStale && (
        <p className={classes.stale}>
          {proposal.name} has changed since this was proposed.{' '}
          {proposal.can.decide
            ? 'It cannot be accepted as it is: edit the section with this text, or decline it.'
            : 'The moderators will look at both.'}
        </p>
      )}
      <VersionDifference before={proposal.current} after={proposal} />
    </>
  )
}

/** Shows the proposed text without a difference, because the section may have changed since. */
function Outcome({ proposal }: { proposal: Proposal }) {
  const { decidedBy, decidedDate, reason, detail, description } = proposal
  return (
    <>
      <p className="muted">
        {decidedBy !== null && `By @${decidedBy}`}
        {decidedDate !== null && ` on ${momentText(decidedDate)}`}
      </p>
      {reason !== null && reason !== '' && (
        <p className={classes.reason}>
          <strong>Reason:</strong> <span dir="auto">{reason}</span>
        </p>
      )}
      <details className={classes.proposed}>
        <summary>The proposed text</summary>
        {detail !== '' && <p className={classes.lead}>{detail}</p>}
        {description !== '' && <p>{description}</p>}
      </details>
    </>
  )
}
