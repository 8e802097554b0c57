import { proposeSection, type Section } from '@rootsquare/contract/sections'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { z } from 'zod'
import {
  isContentTooLong,
  SectionField,
  contentFields,
} from '#web/features/groups/sections/section-field.tsx'
import {
  groupPageOf,
  isSectionStale,
  usePropose,
  useWriteSection,
} from '#web/features/groups/sections/sections-api.ts'
import { SectionText } from '#web/features/groups/sections/section-text.tsx'
import { isEmptyContent, type SectionContent } from '#web/features/groups/sections/section-content.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import type { StorageKey } from '#web/lib/storage/saved-json.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
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
      isBusy={write.isPending}
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
      isBusy={propose.isPending}
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
  isBusy: boolean
  /** Resolves with the message to show. */
  send: (draft: SectionDraft) => Promise<string>
}

const conflictText =
  'Somebody has changed this section since you began. What you wrote is still here: use it in place of theirs, take theirs, or carry over what you want to keep.'

/** Keeps the typed text until it is sent or discarded, even if somebody else saves the section. */
function SectionForm(props: SectionFormProps) {
  const { title, groupId, section, start, sendLabel, isBusy, send, onClose } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const stored = useSectionDraft({ key: props.draftKey, section, start })
  const { draft, isRestored, theirs, setTheirs } = stored

  async function showError(error: unknown): Promise<void> {
    showSnackbar('error', errorText(error))
    if (!isSectionStale(error)) return
    try {
      const page = await queryClient.fetchQuery({ ...groupPageOf(groupId), staleTime: 0 })
      setTheirs(page.find(({ name }) => name === section.name) ?? null)
    } catch (loadError) {
      showSnackbar('error', errorText(loadError))
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    if (isContentTooLong(draft))
      return form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    clearSnackbars()
    const basedOn = theirs === null ? draft.basedOn : theirs.versionId
    send({ ...draft, basedOn }).then((message) => {
      stored.clear()
      showSnackbar('success', message)
    }, showError)
  }

  function discard(): void {
    stored.reset()
    form.current?.querySelector('textarea')?.focus()
  }

  const footer = (
    <>
      <Button variant="outline" onClick={theirs === null ? onClose : discard}>
        {theirs === null ? 'Cancel' : 'Take theirs'}
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {theirs === null ? sendLabel : 'Use mine'}
      </Button>
    </>
  )
  const fields = props.hasNote ? ([...contentFields, 'note'] as const) : contentFields
  // A member who starts with a proposal needs to see what it replaces.
  const comparison = theirs ?? (start === undefined ? null : section)
  return (
    <Dialog isOpen onClose={onClose} title={title} width={comparison === null ? 760 : 1080} footer={footer}>
      {theirs !== null && <p className={`semibold ${classes.conflict}`}>{conflictText}</p>}
      <div className={`stack gap-24 ${classes.sides}`} data-two={comparison !== null || undefined}>
        <form ref={form} id={formId} className={`stack ${classes.form}`} noValidate onSubmit={submit}>
          {isRestored && <DraftStatus onDiscard={discard} />}
          {fields.map((name) => (
            <SectionField
              key={name}
              name={name}
              groupId={groupId}
              value={draft[name]}
              onChange={(text) => stored.change({ [name]: text })}
              isBusy={isBusy}
            />
          ))}
        </form>
        {comparison !== null && <CurrentText section={comparison} groupId={groupId} />}
      </div>
    </Dialog>
  )
}

function CurrentText({ section, groupId }: { section: Section; groupId: number }) {
  return (
    <section className={`stack gap-12 breakable ${classes.theirs}`} aria-labelledby="theirs">
      <h3 id="theirs">What stands now</h3>
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

type DraftStart = {
  key: StorageKey
  section: Section
  /** The content to start with instead of the current one. */
  start?: SectionContent | undefined
}

/** Returns the stored draft, else `start`, else the current content. */
function useSectionDraft({ key, section, start }: DraftStart) {
  // The start is fixed while somebody types, although the section may change.
  const stored = useDraft(key, SectionDraft, () => draftOf(start ?? section, section.versionId))
  const { draft, isRestored, clear } = stored
  const [theirs, setTheirs] = useState<Section | null>(() =>
    isRestored && draft.basedOn !== section.versionId ? section : null,
  )

  function change(part: Partial<SectionDraft>): void {
    stored.change({ ...draft, ...part })
  }

  function reset(): void {
    stored.discard()
    if (theirs !== null) stored.change(draftOf(theirs, theirs.versionId))
    clear()
    setTheirs(null)
  }

  return { draft, change, isRestored, theirs, setTheirs, reset, clear }
}

function draftOf({ detail, description }: SectionContent, basedOn: number | null): SectionDraft {
  return { detail, description, note: '', basedOn }
}
