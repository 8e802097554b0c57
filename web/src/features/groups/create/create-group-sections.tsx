import { createGroup } from '@rootsquare/contract/groups'
import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { SubmitEvent } from 'react'
import { blankDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { CreateGroupSection } from '#web/features/groups/create/create-group-section.tsx'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import {
  isAnyTooLong,
  progressIn,
  stateOf,
  useSaveSections,
} from '#web/features/groups/sections/use-save-sections.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './create-group.module.css'

type CreateGroupSectionsProps = {
  desk: GroupDraftDesk
  group: NonNullable<GroupDraft['group']>
  onClose: () => void
}

/** The second of two steps: the group stands, and its page is written. */
export function CreateGroupSections({ desk, group, onClose }: CreateGroupSectionsProps) {
  const formId = useId()
  const navigate = useNavigate()
  const { value: draft, isBusy, isRestored, startOver } = desk
  const { save, ...saving } = useSaveSections(desk, group.id)
  const { failed } = saving

  /** Also where going to the finished group closes it: then nothing is left for later. */
  function later(): void {
    onClose()
    if (desk.newest().group === null) return
    showSnackbar('warning', `${group.name} exists already. Create Group goes on with its sections.`)
  }

  function finish(): void {
    desk.change(blankDraft())
    onClose()
    showSnackbar('success', createGroup.message)
    void navigate({ to: '/group/$groupId', params: { groupId: String(group.id) }, replace: true })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    clearSnackbars()
    if (isAnyTooLong(draft))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    if (await save()) finish()
  }

  const footer = (
    <>
      {failed !== null && (
        <div className={classes.failed}>
          <Notice kind="error">
            {failed.name} was not saved. {failed.text}
            {failed.isStale && <ToSection groupId={group.id} name={failed.name} />}
          </Notice>
        </div>
      )}
      <output className={classes.progress}>{progressIn(draft, saving)}</output>
      <Button look="outline" onClick={later}>
        Later
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {failed === null ? 'Save' : 'Retry'}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={later} title="Create Group" width={720} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.step}>Step 2 of 2: the page of {group.name}</p>
        <p className={classes.words}>
          The group exists now. Write what you know of it, or leave sections blank: they can be written any
          time.
        </p>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        {sectionNames.map((name) => (
          <CreateGroupSection
            key={name}
            name={name}
            words={draft.words[name]}
            state={stateOf(draft, saving, name)}
            onChange={(words) => desk.change({ words: { ...draft.words, [name]: words } })}
          />
        ))}
      </form>
    </Dialog>
  )
}

/** Somebody else has written it: what was typed here stays, and does not take the place of theirs unseen. */
function ToSection({ groupId, name }: { groupId: number; name: SectionName }) {
  return (
    <p>
      <Link
        to={`/group/$groupId/${sectionPaths[name]}`}
        params={{ groupId: String(groupId) }}
        replace
        className="link"
      >
        Read what stands there now
      </Link>
      , or leave {name} blank here to go on.
    </p>
  )
}
