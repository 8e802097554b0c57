import { createGroup } from '@rootsquare/contract/groups'
import { sectionNames, type SectionName } from '@rootsquare/contract/sections'
import { Link, useNavigate } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useId, useState } from 'react'
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
import { Icon } from '#web/ui/layout/icon.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import {
  SectionField,
  contentFields,
  isContentTooLong,
} from '#web/features/groups/sections/section-field.tsx'
import { isSectionStale, useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { trimContent, type SectionContent } from '#web/features/groups/sections/section-content.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useIsMounted } from '#web/lib/forms/use-sending.ts'
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
  const { value: draft } = store
  const { form, current } = useSectionsForm({ store, group, onClose })
  const { isPending, lastFailure } = form
  const saving = isPending ? current : null
  const failed = lastFailure && current

  /** Is also called when navigation to the finished group closes the dialog. Then there is nothing to warn about. */
  function closeForNow(): void {
    onClose()
    if (store.newest().group === null) return
    showSnackbar('warning', `${group.name} exists already. Create Group goes on with its sections.`)
  }

  const footer = (
    <>
      {failed && (
        <div className={classes.failed}>
          <Notice kind="error">
            {failed} was not saved. {errorTextWithRetry(lastFailure)}
            {isSectionStale(lastFailure) && <StaleSectionLink groupId={group.id} name={failed} />}
          </Notice>
        </div>
      )}
      <output className={`muted semibold ${classes.progress}`}>{progressIn(draft, saving)}</output>
    </>
  )
  return (
    <FormDialog
      form={form}
      title="Create Group"
      showsDraft
      width={720}
      label={failed ? 'Retry' : 'Save'}
      cancelLabel="Later"
      footer={footer}
      onClose={closeForNow}
    >
      <p className="strong muted">Step 2 of 2: the page of {group.name}</p>
      <p className={`muted ${classes.intro}`}>
        The group exists now. Write what you know of it, or leave sections blank: they can be written any
        time.
      </p>
      {sectionNames.map((name) => (
        <CreateGroupSection
          key={name}
          name={name}
          content={draft.sections[name]}
          state={stateOf(draft, name, { saving, failed })}
          onChange={(content) => form.set({ sections: { ...draft.sections, [name]: content } })}
        />
      ))}
    </FormDialog>
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
        Read the text that is there now
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
    <section
      className={`stack gap-s ${classes.section}`}
      aria-labelledby={titleId}
      data-field={sectionPaths[name]}
    >
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

/** Saves one section after the other. A retry continues after the saved ones. */
function useSectionsForm({ store, group, onClose }: CreateGroupSectionsProps) {
  const navigate = useNavigate()
  const write = useWriteSection(group.id)
  const [current, setCurrent] = useState<SectionName | null>(null)
  const isOpen = useIsMounted()
  const { sections } = store.value

  async function saveOne(name: SectionName): Promise<void> {
    const draft = store.newest()
    const content = trimContent(draft.sections[name])
    setCurrent(name)
    const basedOn = draft.saved[name]?.versionId ?? null
    const { versionId } = await write.mutateAsync({ name, ...content, basedOn })
    // By now the draft may belong to another group.
    if (store.newest().group?.id === group.id)
      store.change({ saved: { ...store.newest().saved, [name]: { ...content, versionId } } })
  }

  /** Returns whether all were saved. A closed dialog stops it after the current section. */
  async function saveAll(): Promise<boolean> {
    for (let name = nextIn(store.newest()); name !== undefined; name = nextIn(store.newest())) {
      await saveOne(name)
      if (!isOpen()) return false
    }
    return true
  }

  const form = useForm({
    initial: { sections },
    // The draft also has the group and what is saved, so it is replaced only when all is done.
    draft: {
      ...store,
      draft: { sections },
      readLatest: () => ({ sections: store.newest().sections }),
      discard: store.startOver,
      clear: () => undefined,
    },
    check: (typed) =>
      Object.fromEntries(
        sectionNames.map((name) => [sectionPaths[name], isContentTooLong(typed.sections[name])]),
      ),
    errorsFrom: () => ({}),
    isBusy: store.isBusy,
    send() {
      store.setBusy(true)
      return saveAll().finally(() => store.setBusy(false))
    },
    onSuccess(isDone) {
      if (!isDone) return
      store.change(blankDraft())
      onClose()
      showSnackbar('success', createGroup.message)
      void navigate({ to: '/group/$groupId', params: { groupId: String(group.id) }, replace: true })
    },
    onFailure: (failure) => announce('live-assertive', errorTextWithRetry(failure)),
  })
  return { form, current }
}

type Progress = { saving: SectionName | null; failed: SectionName | null }

function stateOf(draft: GroupDraft, name: SectionName, { saving, failed }: Progress): SectionState {
  if (name === saving) return 'saving'
  if (isSectionSaved(draft, name)) return 'saved'
  return name === failed ? 'failed' : 'unsaved'
}

function progressIn(draft: GroupDraft, saving: SectionName | null): string {
  const filled = filledSections(draft)
  return saving === null ? '' : `Saving ${filled.indexOf(saving) + 1} of ${filled.length}…`
}

function nextIn(draft: GroupDraft): SectionName | undefined {
  return filledSections(draft).find((name) => !isSectionSaved(draft, name))
}
