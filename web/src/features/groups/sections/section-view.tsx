import type { Group, Standing } from '@rootsquare/contract/groups'
import type { Section, SectionName } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { SectionEditor } from '#web/features/groups/sections/section-editor.tsx'
import { SectionProposal } from '#web/features/groups/sections/section-proposal.tsx'
import { SectionText } from '#web/features/groups/sections/section-text.tsx'
import { groupPageOf } from '#web/features/groups/sections/sections-api.ts'
import { useJoining } from '#web/entities/groups/use-joining.ts'
import type { Joining, OnMembership } from '#web/entities/groups/use-joining.ts'
import { VersionHistory } from '#web/features/groups/history/version-history.tsx'
import { isEmpty } from '#web/features/groups/sections/section-content.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './section-view.module.css'

type SectionIds = { groupId: number; name: SectionName; memberId: number }
type SectionViewProps = SectionIds & { group: Group; onJoin: OnMembership }

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

export function SectionView({ group, onJoin, ...ids }: SectionViewProps) {
  const joining = useJoining(group, onJoin)
  const page = useQuery(groupPageOf(ids.groupId))
  const standing = useQuery(standingOf(ids.groupId)).data
  useErrorSnackbar(page.isLoadingError ? errorText(page.error) : null, page.errorUpdateCount)
  if (page.isPending) return <SectionSkeleton />
  if (page.isLoadingError)
    return <ErrorCard text={errorText(page.error)} onRetry={() => void page.refetch()} />
  const section = page.data.find(({ name }) => name === ids.name)
  if (section === undefined) return null
  return <SectionArticle section={section} standing={standing} ids={ids} joining={joining} />
}

type SectionArticleProps = {
  section: Section
  standing: Standing | undefined
  ids: SectionIds
  joining: Joining
}

function SectionArticle({ section, standing, ids, joining }: SectionArticleProps) {
  const { groupId, name, memberId } = ids
  const [opened, setOpened] = useState<'edit' | 'propose' | 'history' | null>(null)
  const [thanks, setThanks] = useState<string | null>(null)
  const isBlank = isEmpty(section)
  const action = actionFor(standing, isBlank)
  const close = () => setOpened(null)
  return (
    <article className={['card', classes.section].join(' ')} aria-labelledby="section">
      <div className={classes.head}>
        <h2 id="section" className={['display', classes.title].join(' ')}>
          {name}
        </h2>
        <div className={classes.actions}>
          {action !== null && (
            <Button
              variant={isBlank ? 'primary' : 'outline'}
              isBusy={joining.isJoining}
              onClick={action.opens === null ? joining.join : () => setOpened(action.opens)}
            >
              {action.label}
            </Button>
          )}
          {standing?.can.edit && section.versionId !== null && (
            <Button variant="outline" onClick={() => setOpened('history')}>
              History
            </Button>
          )}
        </div>
      </div>
      {thanks !== null && <Thanks text={thanks} groupId={groupId} />}
      {isBlank && <EmptySection name={name} />}
      {!isBlank && <SectionText content={section} groupId={groupId} />}
      <div className={classes.foot}>
        {!isBlank && section.updatedDate !== null && (
          <p>
            Updated <time dateTime={section.updatedDate}>{day.format(new Date(section.updatedDate))}</time>
          </p>
        )}
        {standing?.can.propose && !standing.can.edit && thanks === null && <OwnProposals groupId={groupId} />}
      </div>
      {opened === 'edit' && (
        <SectionEditor section={section} groupId={groupId} memberId={memberId} onClose={close} />
      )}
      {opened === 'propose' && (
        <SectionProposal
          section={section}
          groupId={groupId}
          memberId={memberId}
          onClose={close}
          onSent={setThanks}
        />
      )}
      {opened === 'history' && standing?.can.edit && (
        <VersionHistory groupId={groupId} name={name} onClose={close} />
      )}
    </article>
  )
}

/** One button for all actions, so that the focus stays on it when the action changes. */
function actionFor(standing: Standing | undefined, isBlank: boolean) {
  if (standing === undefined) return null
  const { can, joined } = standing
  if (can.edit) return { label: isBlank ? 'Write it' : 'Edit', opens: 'edit' } as const
  if (can.propose) {
    return { label: isBlank ? 'Propose a text' : 'Propose a change', opens: 'propose' } as const
  }
  return isBlank && !joined ? ({ label: 'Join to propose a text', opens: null } as const) : null
}

function EmptySection({ name }: { name: SectionName }) {
  return (
    <div className={classes.empty}>
      <p>Nothing is written here yet.</p>
      <p>{invitations[name]}</p>
    </div>
  )
}

const invitations: Record<SectionName, string> = {
  About: 'Who are your people, and where are they at home? Whoever knows can begin.',
  History: 'What did the elders tell you? Whoever knows can begin.',
  Culture: 'What do you greet, sing and celebrate with? Whoever knows can begin.',
  'Art & Craft': 'What do your people make, and how? Whoever knows can begin.',
  Diet: 'What is cooked at home, and what on feast days? Whoever knows can begin.',
  Festivals: 'What is celebrated, when, and how? Whoever knows can begin.',
}

function Thanks({ text, groupId }: { text: string; groupId: number }) {
  return (
    <Notice kind="success">
      <p>{text}</p>
      <OwnProposals groupId={groupId} />
    </Notice>
  )
}

function OwnProposals({ groupId }: { groupId: number }) {
  return (
    <Link to="/group/$groupId/proposals" params={{ groupId: String(groupId) }} className="link">
      My proposals
    </Link>
  )
}

function SectionSkeleton() {
  return (
    <div className={['card', classes.section].join(' ')}>
      <output className="sr-only">Loading the section</output>
      <div className={classes.ghosts} aria-hidden="true">
        <span className={classes.ghostTitle} />
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((line) => (
          <span key={line} className={classes.ghostLine} />
        ))}
      </div>
    </div>
  )
}
