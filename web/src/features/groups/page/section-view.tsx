import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import type { Section, SectionName } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { SectionEditor, SectionProposal } from '#web/features/groups/sections/section-form.tsx'
import { openingPictureOf, SectionPicture } from '#web/features/groups/sections/section-picture.tsx'
import { SectionStories } from '#web/features/groups/sections/section-stories.tsx'
import { SectionText } from '#web/features/groups/sections/section-text.tsx'
import { groupPageOf } from '#web/features/groups/sections/sections-api.ts'
import { VersionHistory } from '#web/features/groups/history/version-history.tsx'
import { isEmptyContent } from '#web/features/groups/sections/section-content.ts'
import { longDayText } from '#web/lib/format/days.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './section-view.module.css'

type SectionViewProps = { group: Group; name: SectionName; memberId: number }

export function SectionView({ group, name, memberId }: SectionViewProps) {
  const page = useQuery(groupPageOf(group.id))
  const standing = useQuery(standingOf(group.id)).data
  useErrorSnackbar(page.isLoadingError ? errorText(page.error) : null, page.errorUpdateCount)
  if (page.isPending) return <SectionSkeleton />
  if (page.isLoadingError) return <LoadError query={page} />
  const section = page.data.find((one) => one.name === name)
  if (section === undefined) return null
  const ids = { groupId: group.id, memberId }
  return (
    <>
      <SectionArticle {...{ group, section, standing, ids }} />
      <SectionStories group={group} except={name} />
    </>
  )
}

type SectionArticleProps = {
  group: Group
  section: Section
  standing: GroupMembership | undefined
  ids: { groupId: number; memberId: number }
}

function SectionArticle({ group, section, standing, ids }: SectionArticleProps) {
  const { groupId } = ids
  const [opened, setOpened] = useState<'edit' | 'propose' | 'history' | null>(null)
  const [thanksText, setThanks] = useState<string | null>(null)
  const isBlank = isEmptyContent(section)
  const picture = openingPictureOf(section.description)
  const action = actionFor(standing, isBlank)
  const dialogProps = { section, ...ids, onClose: () => setOpened(null) }
  return (
    <article className={`card-box stack auto-margins ${classes.section}`} aria-labelledby="section">
      <div className={`positioned clip ${classes.picture}`} data-photo={picture && true}>
        <SectionPicture group={group} name={section.name} picture={picture} />
      </div>
      <div className="flex-row wrap between gap-s touch">
        <h2 id="section" className={`display-text ${classes.title}`}>
          {section.name}
        </h2>
        <div className="flex-row wrap">
          {action !== null && (
            <Button variant={isBlank ? 'primary' : 'outline'} onClick={() => setOpened(action.opens)}>
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
      {thanksText !== null && (
        <Notice kind="success">
          <p>{thanksText}</p>
          <OwnProposals groupId={groupId} />
        </Notice>
      )}
      {isBlank ? (
        <div className={`stack gap-xs ${classes.empty} muted text-m leading-reading`}>
          <p>Nothing is written here yet.</p>
          <p>{invitations[section.name]}</p>
          {standing?.joined === false && action === null && <p>Join {group.name} to propose a text.</p>}
        </div>
      ) : (
        <SectionText content={section} groupId={groupId} isOpeningAbove />
      )}
      <div className={`flex-row wrap between text-xs muted gone-if-empty ${classes.foot} gap-2xs-m`}>
        {!isBlank && section.updatedDate !== null && (
          <p>
            Updated <time dateTime={section.updatedDate}>{longDayText(section.updatedDate)}</time>
          </p>
        )}
        {standing?.can.propose && !standing.can.edit && thanksText === null && (
          <OwnProposals groupId={groupId} />
        )}
      </div>
      {opened === 'edit' && <SectionEditor {...dialogProps} />}
      {opened === 'propose' && <SectionProposal {...dialogProps} onSent={setThanks} />}
      {opened === 'history' && standing?.can.edit && (
        <VersionHistory groupId={groupId} name={section.name} onClose={dialogProps.onClose} />
      )}
    </article>
  )
}

/** Returns the action for the one button, which keeps the focus when the action changes. */
function actionFor(standing: GroupMembership | undefined, isBlank: boolean) {
  if (standing === undefined) return null
  const { can } = standing
  if (can.edit) return { label: isBlank ? 'Write it' : 'Edit', opens: 'edit' } as const
  if (can.propose) {
    return { label: isBlank ? 'Propose a text' : 'Propose a change', opens: 'propose' } as const
  }
  return null
}

const invitations: Record<SectionName, string> = {
  About: 'Who are your people, and where are they at home? Anyone who knows can start.',
  History: 'What did the elders tell you? Anyone who knows can start.',
  Culture: 'What do you greet, sing and celebrate with? Anyone who knows can start.',
  'Art & Craft': 'What do your people make, and how? Anyone who knows can start.',
  Diet: 'What is cooked at home, and what on feast days? Anyone who knows can start.',
  Festivals: 'What is celebrated, when, and how? Anyone who knows can start.',
}

function OwnProposals({ groupId }: { groupId: number }) {
  return (
    <Link to="/group/$groupId/proposals" params={{ groupId: String(groupId) }} className="text-link">
      My proposals
    </Link>
  )
}

function SectionSkeleton() {
  return (
    <div className={`card-box stack auto-margins ${classes.section}`}>
      <output className="sr-only">Loading the section</output>
      <div className={`stack gap-s ${classes.ghosts}`} aria-hidden="true">
        {['title', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((line) => (
          <span key={line} className="ghost-box" />
        ))}
      </div>
    </div>
  )
}
