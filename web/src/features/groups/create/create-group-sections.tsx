import { createGroup } from '@rootsquare/contract/groups'
import { sectionNames, type SectionName } from '@rootsquare/contract/sections'
import { Link, useNavigate } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId, useCallback, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import {
  blankDraft,
  filledSections,
  isBlank,
  isSectionSaved,
  useGroupDraft,
} from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft, GroupDraftStore } from '#web/features/groups/create/create-group-draft.ts'
import { CreateGroupDetails } from '#web/features/groups/create/create-group-details.tsx'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import {
  SectionField,
  contentFields,
  isContentTooLong,
} from '#web/features/groups/sections/section-field.tsx'
import { isSectionStale, useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import { showFormError } from '#web/features/groups/create/show-form-error.ts'
import { trimContent, type SectionContent } from '#web/features/groups/sections/section-content.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import classes from './create-group.module.css'

type CreateGroupDialogProps = {
  memberId: number
  /** The name that a new group begins with. A draft keeps its own. */
  name?: string
  onClose: () => void
}

/** Creates the group in a first step and fills its page in a second one. */
export function CreateGroupDialog({ memberId, name, onClose }: CreateGroupDialogProps) {
  const store = useGroupDraft(memberId)
  const { group, id } = store.value
  const suggestName = useEffectEvent(() => {
    if (name !== undefined && isBlank(store.newest())) store.change({ name })
  })
  useEffect(() => suggestName(), [])
  if (group !== null) return <CreateGroupSections store={store} group={group} onClose={onClose} />
  return <CreateGroupDetails key={id} store={store} onClose={onClose} />
}

type CreateGroupSectionsProps = {
  store: GroupDraftStore
  group: NonNullable<GroupDraft['group']>
  onClose: () => void
}

function CreateGroupSections({ store, group, onClose }: CreateGroupSectionsProps) {
  const formId = useId()
  const navigate = useNavigate()
  const { value: draft, isBusy, isRestored, startOver } = store
  const { save, ...saving } = useSaveSections(store, group.id)
  const { failed } = saving

  /** Is also called when navigation to the finished group closes the dialog. Then there is nothing to warn about. */
  function closeForNow(): void {
    onClose()
    if (store.newest().group === null) return
    showSnackbar('warning', `${group.name} exists already. Create Group goes on with its sections.`)
  }

  function finish(): void {
    store.change(blankDraft())
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
            {failed.isStale && <StaleSectionLink groupId={group.id} name={failed.name} />}
          </Notice>
        </div>
      )}
      <output className={`muted semibold ${classes.progress}`}>{progressIn(draft, saving)}</output>
      <Button variant="outline" onClick={closeForNow}>
        Later
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {failed === null ? 'Save' : 'Retry'}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={closeForNow} title="Create Group" width={720} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="strong muted">Step 2 of 2: the page of {group.name}</p>
        <p className={`muted ${classes.intro}`}>
          The group exists now. Write what you know of it, or leave sections blank: they can be written any
          time.
        </p>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        {sectionNames.map((name) => (
          <CreateGroupSection
            key={name}
            name={name}
            content={draft.sections[name]}
            state={stateOf(draft, saving, name)}
            onChange={(content) => store.change({ sections: { ...draft.sections, [name]: content } })}
          />
        ))}
      </form>
    </Dialog>
  )
}

/** Links to a section that somebody else has saved since, because it must not be overwritten unseen. */
function StaleSectionLink({ groupId, name }: { groupId: number; name: SectionName }) {
  return (
    <p>
      <Link
        to={`/group/$groupId/${sectionPaths[name]}`}
        params={{ groupId: String(groupId) }}
        replace
        className="text-link"
      >
        Read what stands there now
      </Link>
      , or leave {name} blank here to go on.
    </p>
  )
}

type CreateGroupSectionProps = {
  name: SectionName
  content: SectionContent
  state: SectionState
  onChange: (content: SectionContent) => void
}

function CreateGroupSection({ name, content, state, onChange }: CreateGroupSectionProps) {
  const titleId = useId()
  return (
    <section className={`stack gap-s ${classes.section}`} aria-labelledby={titleId}>
      <div className="flex-row wrap between">
        <h3 id={titleId} className="text-m bold">
          {name}
        </h3>
        <SaveMark state={state} />
      </div>
      {contentFields.map((field) => (
        <SectionField
          key={field}
          name={field}
          value={content[field]}
          onChange={(text) => onChange({ ...content, [field]: text })}
          isOneOfMany
        />
      ))}
    </section>
  )
}

function SaveMark({ state }: { state: SectionState }) {
  if (state === 'unsaved') return null
  const icon = { saving: null, saved: CircleCheck, failed: CircleAlert }[state]
  return (
    <span className={`flex-row gap-xs strong muted ${classes.mark}`} data-state={state}>
      {icon && <Icon of={icon} />}
      {{ saving: 'Saving…', saved: 'Saved', failed: 'Not saved' }[state]}
    </span>
  )
}

type SectionState = 'unsaved' | 'saving' | 'saved' | 'failed'
type Failed = { name: SectionName; text: string; isStale: boolean }

/** Saves one section after the other. A retry continues after the saved ones. */
function useSaveSections(store: GroupDraftStore, groupId: number) {
  const write = useWriteSection(groupId)
  const [saving, setSaving] = useState<SectionName | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isOpen = useIsOpen()

  async function saveOne(name: SectionName): Promise<boolean> {
    const { sections, saved } = store.newest()
    const content = trimContent(sections[name])
    setSaving(name)
    try {
      const basedOn = saved[name]?.versionId ?? null
      const { versionId } = await write.mutateAsync({ name, ...content, basedOn })
      // By now the draft may belong to another group.
      if (store.newest().group?.id === groupId)
        store.change({ saved: { ...store.newest().saved, [name]: { ...content, versionId } } })
      return true
    } catch (error) {
      const text = errorTextWithRetry(error)
      setFailed({ name, text, isStale: isSectionStale(error) })
      showFormError(text)
      return false
    }
  }

  /** Returns whether all were saved. A closed dialog stops it after the current section. */
  async function save(): Promise<boolean> {
    let isContinuing = true
    setFailed(null)
    store.setBusy(true)
    for (let name = nextIn(store.newest()); name !== undefined && isContinuing; name = nextIn(store.newest()))
      isContinuing = (await saveOne(name)) && isOpen()
    setSaving(null)
    store.setBusy(false)
    return isContinuing
  }

  return { save, saving, failed }
}

type Saving = Pick<ReturnType<typeof useSaveSections>, 'saving' | 'failed'>

function stateOf(draft: GroupDraft, { saving, failed }: Saving, name: SectionName): SectionState {
  if (name === saving) return 'saving'
  if (isSectionSaved(draft, name)) return 'saved'
  return name === failed?.name ? 'failed' : 'unsaved'
}

function progressIn(draft: GroupDraft, { saving }: Saving): string {
  const filled = filledSections(draft)
  return saving === null ? '' : `Saving ${filled.indexOf(saving) + 1} of ${filled.length}…`
}

function useIsOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback(() => isOpen.current, [])
}

function nextIn(draft: GroupDraft): SectionName | undefined {
  return filledSections(draft).find((name) => !isSectionSaved(draft, name))
}

function isAnyTooLong({ sections }: GroupDraft): boolean {
  return sectionNames.some((name) => isContentTooLong(sections[name]))
}
