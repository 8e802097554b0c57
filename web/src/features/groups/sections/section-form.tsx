import type { Section } from '@rootsquare/contract/sections'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { SubmitEvent } from 'react'
import { useSectionDraft } from '#web/features/groups/sections/section-draft.ts'
import type { SectionDraft } from '#web/features/groups/sections/section-draft.ts'
import { isTooLong, SectionField, contentFields } from '#web/features/groups/sections/section-field.tsx'
import { groupPageOf, isStale } from '#web/features/groups/sections/sections-api.ts'
import { isEmpty } from '#web/features/groups/sections/section-content.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import type { StorageKey } from '#web/lib/storage/saved-json.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './section-form.module.css'

type SectionFormProps = {
  title: string
  groupId: number
  section: Section
  draftKey: StorageKey
  start?: SectionContent | undefined
  sendLabel: string
  /** Whether a note to the moderators can be added. */
  hasNote?: boolean
  isBusy: boolean
  /** Resolves with the message to show. */
  send: (draft: SectionDraft) => Promise<string>
  onClose: () => void
}

/** What was typed stays until it is sent or discarded, whoever else saves the section meanwhile. */
export function SectionForm(props: SectionFormProps) {
  const { title, groupId, section, start, sendLabel, isBusy, send, onClose } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const stored = useSectionDraft({ key: props.draftKey, section, start })
  const { draft, change, isRestored, theirs, setTheirs, reset, clear } = stored

  async function showError(error: unknown): Promise<void> {
    showSnackbar('error', errorText(error))
    if (!isStale(error)) return
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
    if (isTooLong(draft)) return form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    clearSnackbars()
    const basedOn = theirs === null ? draft.basedOn : theirs.versionId
    send({ ...draft, basedOn }).then((message) => {
      clear()
      showSnackbar('success', message)
    }, showError)
  }

  function discard(): void {
    reset()
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
  const shown = props.hasNote ? ([...contentFields, 'note'] as const) : contentFields
  // Who starts with other content needs to see what it replaces.
  const comparison = theirs ?? (start === undefined ? null : section)
  return (
    <Dialog isOpen onClose={onClose} title={title} width={comparison === null ? 760 : 1080} footer={footer}>
      {theirs !== null && (
        <p className={classes.conflict}>
          Somebody has changed this section since you began. What you wrote is still here: use it in place of
          theirs, take theirs, or carry over what you want to keep.
        </p>
      )}
      <div className={classes.sides} data-two={comparison !== null || undefined}>
        <form ref={form} id={formId} className={classes.form} noValidate onSubmit={submit}>
          {isRestored && <DraftStatus onDiscard={discard} />}
          {shown.map((name) => (
            <SectionField
              key={name}
              name={name}
              value={draft[name]}
              onChange={(text) => change({ [name]: text })}
              isBusy={isBusy}
            />
          ))}
        </form>
        {comparison !== null && <CurrentText section={comparison} />}
      </div>
    </Dialog>
  )
}

function CurrentText({ section }: { section: Section }) {
  return (
    <section className={classes.theirs} aria-labelledby="theirs">
      <h3 id="theirs">What stands now</h3>
      {isEmpty(section) && <p>Nothing is written here now.</p>}
      {section.detail !== '' && <p className={classes.quoted}>{section.detail}</p>}
      {section.description !== '' && <p className={classes.quoted}>{section.description}</p>}
    </section>
  )
}
