import { leadLength, noteLength, sectionLength } from '@rootsquare/contract/sections'
import type { Section } from '@rootsquare/contract/sections'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { SubmitEvent } from 'react'
import { useSectionDraft } from '#web/features/groups/section-draft.ts'
import type { SectionDraft, Words } from '#web/features/groups/section-draft.ts'
import { SectionField } from '#web/features/groups/section-field.tsx'
import { groupPageOf, isStale } from '#web/features/groups/sections-api.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { lengthOf } from '#web/lib/length.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './section-words.module.css'

type SectionWordsProps = {
  title: string
  groupId: number
  section: Section
  /** Where the draft is kept. */
  draftKey: string
  start?: Words | undefined
  sendLabel: string
  /** Whether a word to the moderators goes along. */
  hasNote?: boolean
  isBusy: boolean
  /** Resolves with what to say once it is done. */
  send: (draft: SectionDraft) => Promise<string>
  onClose: () => void
}

/** Lead and text of a section. What was typed stays until it is sent or discarded, whoever else writes meanwhile. */
export function SectionWords(props: SectionWordsProps) {
  const { title, groupId, section, start, sendLabel, isBusy, send, onClose } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const writing = useSectionDraft({ key: props.draftKey, section, start })
  const { draft, change, isRestored, theirs, setTheirs, beginAnew, forget } = writing

  async function tellFailure(failure: unknown): Promise<void> {
    showSnackbar('error', failureText(failure))
    if (!isStale(failure)) return
    const page = await queryClient.fetchQuery({ ...groupPageOf(groupId), staleTime: 0 })
    setTheirs(page.find(({ name }) => name === section.name) ?? null)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    if (isTooLong(draft)) return form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    clearSnackbars()
    const basedOn = theirs === null ? draft.basedOn : theirs.versionId
    send({ ...draft, basedOn }).then(
      (told) => {
        forget()
        showSnackbar('success', told)
      },
      (failure: unknown) => tellFailure(failure).catch(() => {}),
    )
  }

  function discard(): void {
    beginAnew()
    form.current?.querySelector('textarea')?.focus()
  }

  const footer = (
    <>
      <Button look="outline" onClick={theirs === null ? onClose : discard}>
        {theirs === null ? 'Cancel' : 'Take theirs'}
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {theirs === null ? sendLabel : 'Use mine'}
      </Button>
    </>
  )
  const field = { draft, change, isBusy }
  // Whoever begins with other words needs to see what they replace.
  const beside = theirs ?? (start === undefined ? null : section)
  return (
    <Dialog isOpen onClose={onClose} title={title} width={beside === null ? 760 : 1080} footer={footer}>
      {theirs !== null && (
        <p className={classes.told}>
          Somebody has changed this section since you began. What you wrote is still here: use it in place of
          theirs, take theirs, or carry over what you want to keep.
        </p>
      )}
      <div className={classes.sides} data-two={beside !== null || undefined}>
        <form ref={form} id={formId} className={classes.form} noValidate onSubmit={submit}>
          {isRestored && <Restored onDiscard={discard} />}
          <SectionField {...field} name="detail" label="Lead" max={leadLength} counterFrom={200} />
          <SectionField {...field} name="description" label="Text" max={sectionLength} counterFrom={15_000} />
          {props.hasNote && (
            <SectionField {...field} name="note" label="Why? (optional)" max={noteLength} counterFrom={200} />
          )}
        </form>
        {beside !== null && <Theirs section={beside} />}
      </div>
    </Dialog>
  )
}

function isTooLong({ detail, description, note }: SectionDraft): boolean {
  return lengthOf(detail) > leadLength || lengthOf(description) > sectionLength || lengthOf(note) > noteLength
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={classes.draft}>
      <output>Draft restored</output>
      <button type="button" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}

function Theirs({ section }: { section: Section }) {
  const isEmpty = section.detail === '' && section.description === ''
  return (
    <section className={classes.theirs} aria-labelledby="theirs">
      <h3 id="theirs">What stands now</h3>
      {isEmpty && <p>Nothing is written here now.</p>}
      {section.detail !== '' && <p className={classes.quoted}>{section.detail}</p>}
      {section.description !== '' && <p className={classes.quoted}>{section.description}</p>}
    </section>
  )
}
