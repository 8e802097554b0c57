import { proposeSection, type Section } from '@rootsquare/contract/sections'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { sectionLimits, SectionField, contentFields } from '#web/features/groups/sections/section-field.tsx'
import {
  groupPageOf,
  isSectionStale,
  usePropose,
  useWriteSection,
} from '#web/features/groups/sections/sections-api.ts'
import { SectionText } from '#web/features/groups/sections/section-text.tsx'
import { isEmptyContent, type SectionContent } from '#web/features/groups/sections/section-content.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import type { StorageKey } from '#web/lib/storage/database.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import classes from './section-form.module.css'

type SectionDialogProps = { section: Section; groupId: number; memberId: number; onClose: () => void }

type SectionEditorProps = SectionDialogProps & {
  /** The proposal to start with. Its id separates this draft from other drafts of the section. */
  start?: SectionContent & { id: number }
}

export function SectionEditor({ memberId, ...props }: SectionEditorProps) {
  const { section, groupId, start, onClose } = props
  const { name } = section
  const write = useWriteSection(groupId)
  const draftId = `${groupId}.${name}`
  return (
    <SectionForm
      {...props}
      title={`Edit ${name}`}
      draftKey={{ what: 'section', memberId, id: start === undefined ? draftId : `${draftId}.${start.id}` }}
      sendLabel="Save"
      send={async ({ detail, description, basedOn }) => {
        await write.mutateAsync({ name, detail, description, basedOn }, { onSuccess: onClose })
        return 'Saved'
      }}
    />
  )
}

type SectionProposalProps = SectionDialogProps & { onSent: (thanks: string) => void }

export function SectionProposal({ memberId, onSent, ...props }: SectionProposalProps) {
  const { section, groupId, onClose } = props
  const { name } = section
  const propose = usePropose(groupId)
  return (
    <SectionForm
      {...props}
      title={isEmptyContent(section) ? `Propose a text for ${name}` : `Propose a change of ${name}`}
      draftKey={{ what: 'proposal', memberId, id: `${groupId}.${name}` }}
      sendLabel="Send"
      hasNote
      send={async ({ note, ...content }) => {
        const sent = { ...content, name, note: note.trim() || undefined }
        const thanks = (await propose.mutateAsync(sent, { onSuccess: onClose })) ?? proposeSection.message
        onSent(thanks)
        return thanks
      }}
    />
  )
}

type SectionFormProps = Omit<SectionDialogProps, 'memberId'> & {
  title: string
  draftKey: StorageKey
  start?: SectionContent | undefined
  sendLabel: string
  hasNote?: boolean
  /** Resolves with the message to show. */
  send: (draft: SectionDraft) => Promise<string>
}

const conflictText =
  'Somebody has changed this section since you began. What you wrote is still here: use it in place of theirs, take theirs, or carry over what you want to keep.'

/** Keeps the typed text until it is sent or discarded, even if somebody else saves the section. */
function SectionForm(props: SectionFormProps) {
  const { title, groupId, section, start, sendLabel, onClose } = props
  const { form, theirs, discard } = useSectionForm(props)
  const footer = (
    <>
      <Button variant="outline" onClick={theirs === null ? onClose : discard}>
        {theirs === null ? 'Cancel' : 'Take theirs'}
      </Button>
      <Button type="submit" form={form.props.id} isBusy={form.isPending}>
        {theirs === null ? sendLabel : 'Use mine'}
      </Button>
    </>
  )
  const fields = props.hasNote ? ([...contentFields, 'note'] as const) : contentFields
  // A member who starts with a proposal needs to see what it replaces.
  const comparison = theirs ?? (start === undefined ? null : section)
  return (
    <Dialog isOpen onClose={onClose} title={title} width={comparison === null ? 760 : 1080} footer={footer}>
      {theirs !== null && <p className="semibold soft-gold margin-bottom-m pad-s radius-s">{conflictText}</p>}
      <div className={`stack gap-l ${classes.sides}`} data-two={comparison !== null || undefined}>
        <DraftForm form={form} className={`stack ${classes.form}`}>
          {form.isRestored && <DraftStatus onDiscard={discard} />}
          {fields.map((name) => (
            <SectionField
              key={name}
              name={name}
              groupId={groupId}
              value={form.values[name]}
              onChange={(text) => form.set({ [name]: text })}
              isBusy={form.isPending}
            />
          ))}
        </DraftForm>
        {comparison !== null && <CurrentText section={comparison} groupId={groupId} />}
      </div>
    </Dialog>
  )
}

function CurrentText({ section, groupId }: { section: Section; groupId: number }) {
  return (
    <section
      className={`stack gap-s breakable ${classes.theirs} content-top padded bordered radius-m on-tint`}
      aria-labelledby="theirs"
    >
      <h3 id="theirs">Current text</h3>
      {isEmptyContent(section) && <p>Nothing is written here now.</p>}
      <SectionText content={section} groupId={groupId} />
    </section>
  )
}

/** `basedOn` is the version that was edited, which may be outdated by now. */
const SectionDraft = z.object({
  detail: z.string(),
  description: z.string(),
  note: z.string(),
  basedOn: z.number().nullable(),
})
type SectionDraft = z.infer<typeof SectionDraft>

/** Starts with the stored draft, else with `start`, else with the current content. */
function useSectionForm({ section, start, draftKey, groupId, send }: SectionFormProps) {
  const queryClient = useQueryClient()
  // The start is fixed while somebody types, although the section may change.
  const [initial] = useState(() => draftOf(start ?? section, section.versionId))
  const draft = useDraft(draftKey, SectionDraft, initial)
  const [theirs, setTheirs] = useState<Section | null>(() =>
    draft.isRestored && draft.draft.basedOn !== section.versionId ? section : null,
  )

  async function showTheirs(): Promise<void> {
    try {
      const page = await queryClient.fetchQuery({ ...groupPageOf(groupId), staleTime: 0 })
      setTheirs(page.find(({ name }) => name === section.name) ?? null)
    } catch (loadError) {
      showSnackbar('error', errorText(loadError))
    }
  }

  const form = useForm({
    initial,
    draft,
    limits: sectionLimits,
    send: (typed) => send({ ...typed, basedOn: theirs === null ? typed.basedOn : theirs.versionId }),
    onSuccess: (message) => showSnackbar('success', message),
    onFailure(failure, shown) {
      resultInSnackbar.onFailure(failure, shown)
      if (isSectionStale(failure)) void showTheirs()
    },
  })

  function discard(): void {
    form.startOver()
    if (theirs !== null) form.set(draftOf(theirs, theirs.versionId))
    draft.clear()
    setTheirs(null)
  }

  return { form, theirs, discard }
}

function draftOf({ detail, description }: SectionContent, basedOn: number | null): SectionDraft {
  return { detail, description, note: '', basedOn }
}
