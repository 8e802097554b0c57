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
import { isEmpty } from '#web/features/groups/sections/section-labels.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-announced.ts'
import classes from './section-view.module.css'

type Place = { groupId: number; name: SectionName; memberId: number }
type SectionViewProps = Place & { group: Group; onJoin: OnMembership }

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** A section for reading, and for those who may, for writing. */
export function SectionView({ group, onJoin, ...place }: SectionViewProps) {
  const joining = useJoining(group, onJoin)
  const page = useQuery(groupPageOf(place.groupId))
  const standing = useQuery(standingOf(place.groupId)).data
  useErrorSnackbar(page.isLoadingError ? errorText(page.error) : null, page.errorUpdateCount)
  if (page.isPending) return <SectionSkeleton />
  if (page.isLoadingError)
    return <ErrorCard text={errorText(page.error)} onRetry={() => void page.refetch()} />
  const section = page.data.find(({ name }) => name === place.name)
  if (section === undefined) return null
  return <Written section={section} standing={standing} place={place} joining={joining} />
}

type WrittenProps = {
  section: Section
  standing: Standing | undefined
  place: Place
  joining: Joining
}

function Written({ section, standing, place, joining }: WrittenProps) {
  const { groupId, name, memberId } = place
  const [opened, setOpened] = useState<'edit' | 'propose' | 'history' | null>(null)
  const [thanks, setThanks] = useState<string | null>(null)
  const isBare = isEmpty(section)
  const deed = deedOf(standing, isBare)
  const close = () => setOpened(null)
  return (
    <article className={['card', classes.section].join(' ')} aria-labelledby="section">
      <div className={classes.head}>
        <h2 id="section" className={['display', classes.title].join(' ')}>
          {name}
        </h2>
        <div className={classes.deeds}>
          {deed !== null && (
            <Button
              look={isBare ? 'primary' : 'outline'}
              isBusy={joining.isJoining}
              onClick={deed.opens === null ? joining.join : () => setOpened(deed.opens)}
            >
              {deed.label}
            </Button>
          )}
          {standing?.can.edit && section.versionId !== null && (
            <Button look="outline" onClick={() => setOpened('history')}>
              History
            </Button>
          )}
        </div>
      </div>
      {thanks !== null && <Thanks text={thanks} groupId={groupId} />}
      {isBare && <Nothing name={name} />}
      {!isBare && <SectionText words={section} groupId={groupId} />}
      <div className={classes.foot}>
        {!isBare && section.updatedDate !== null && (
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

/** What the viewer can do with the words: one button, so that the focus stays on it when it changes. */
function deedOf(standing: Standing | undefined, isBare: boolean) {
  if (standing === undefined) return null
  const { can, joined } = standing
  if (can.edit) return { label: isBare ? 'Write it' : 'Edit', opens: 'edit' } as const
  if (can.propose) {
    return { label: isBare ? 'Propose a text' : 'Propose a change', opens: 'propose' } as const
  }
  return isBare && !joined ? ({ label: 'Join to propose a text', opens: null } as const) : null
}

function Nothing({ name }: { name: SectionName }) {
  return (
    <div className={classes.nothing}>
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

/** About as high as a short section. */
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
