import { captionLength, placeLength } from '@rootsquare/contract/posts'
import X from 'lucide-react/icons/x'
import { useId, type RefObject } from 'react'
import { targetGroupOf, type TargetGroup } from '#web/features/posts/composer/composer-draft.ts'
import type { ComposerParts } from '#web/features/posts/composer/use-composer.ts'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './composer.module.css'

const buttonClass = `plain-control rigid strong hover-mark touch full-radius ${classes.textButton}`

const countFrom = 4500
export const captionLabel = 'What is happening back home?'

export type Author = { name: string; image: string | null }
type CaptionProps = {
  author: Author
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  isLocked: boolean
  /** The group that the post is for. */
  groupId: number | null
  onFocus: () => void
  onChange: (text: string) => void
}

const nobody: never[] = []

/** Renders the text field. Nothing is cut at the limit, so that members see how much they must remove. */
export function ComposerCaption({ author, field, text, isLocked, groupId, onFocus, onChange }: CaptionProps) {
  const countId = useId()
  const mentions = useMentions({ onChange, people: { thread: nobody, groupId } })
  const count = lengthOf(text)
  return (
    <>
      <div className="flex-row gap-s align-top">
        <Avatar name={author.name} image={author.image} size={44} className={classes.avatar} />
        <textarea
          {...mentions.fieldProps}
          ref={field}
          className={`grow breakable ink ${classes.text} min-height-48 pad-s-m on-tint text-m`}
          rows={1}
          value={text}
          readOnly={isLocked}
          placeholder={captionLabel}
          aria-label={captionLabel}
          data-autofocus
          aria-describedby={countId}
          aria-invalid={count > captionLength || undefined}
          onFocus={onFocus}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {mentions.list}
      <CaptionCount id={countId} count={count} />
    </>
  )
}

/** Counts the characters, and announces the count only near the limit. */
function CaptionCount({ id, count }: { id: string; count: number }) {
  const isOver = count > captionLength
  return (
    <div
      id={id}
      className={`flex-row between gap-s text-xs muted ${classes.count}`}
      data-over={isOver || undefined}
    >
      <p role="alert">{isOver && tooLongText(captionLength)}</p>
      <p className="amount">{count >= countFrom && `${numberText(count)} of ${numberText(captionLength)}`}</p>
    </div>
  )
}

type PlaceProps = {
  place: string
  isLocked: boolean
  write: ComposerParts['write']
  /** Is called before the field is removed. */
  onRemove: () => void
}

export function PlaceField({ place, isLocked, write, onRemove }: PlaceProps) {
  return (
    <div className={`flex-row gap-2xs ${classes.place}`}>
      <input
        ref={focusIfNew}
        className="grow"
        value={place}
        maxLength={placeLength}
        readOnly={isLocked}
        placeholder="Where is this?"
        aria-label="Place"
        autoComplete="off"
        onChange={({ currentTarget }) => write({ place: currentTarget.value })}
      />
      {!isLocked && (
        <IconButton
          label="Remove the place"
          onClick={() => {
            onRemove()
            write({ place: null })
          }}
          icon={X}
        />
      )}
    </div>
  )
}

/** Focuses a new field, which is empty, but not the field of a restored draft. */
function focusIfNew(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus()
}

/** Says who gets the post, and that anyone with its address can read it without an account. */
export function Audience({ group }: { group: TargetGroup | null }) {
  const readers = group === null ? 'Everyone who follows you' : `Everyone in ${group.name}`
  return <p className="text-xs muted breakable">{readers}, and anybody with the link</p>
}

type TargetProps = {
  groups: readonly TargetGroup[]
  chosen: TargetGroup | null
  isLocked: boolean
  write: ComposerParts['write']
}

export function TargetField({ groups, chosen, isLocked, write }: TargetProps) {
  const id = useId()
  // A group that the member has left stays visible, because the post must not go to other people than shown.
  const isKnown = chosen === null || groups.some((group) => group.id === chosen.id)
  const all = isKnown ? groups : [...groups, chosen]
  const groupOf = (value: string) => all.find((group) => String(group.id) === value)
  return (
    <div className={`flex-row gap-s text-s ${classes.target}`}>
      <label htmlFor={id} className="rigid muted">
        Post to
      </label>
      <select
        id={id}
        value={chosen?.id ?? ''}
        disabled={isLocked}
        onChange={({ currentTarget }) => write({ group: targetGroupOf(groupOf(currentTarget.value)) })}
      >
        <option value="">Followers</option>
        {all.map((group) => (
          <option key={group.id} value={group.id}>
            {group.name}
          </option>
        ))}
      </select>
    </div>
  )
}

export function ComposerDraftStatus({
  composer: { draftState, discard, undo, sending },
}: {
  composer: ComposerParts
}) {
  if (draftState === 'none' || sending.phase !== 'writing') return null
  const isRestored = draftState === 'restored'
  return (
    <div className="flex-row between gap-s text-s muted">
      <p>{isRestored ? 'Draft restored' : 'Draft discarded'}</p>
      <button type="button" className={buttonClass} onClick={isRestored ? discard : undo}>
        {isRestored ? 'Discard' : 'Undo'}
      </button>
    </div>
  )
}

export function ComposerStatus({ composer }: { composer: ComposerParts }) {
  const { phase, left, isAnyFailed, cancel } = composer.sending
  const isHeldUp = phase === 'writing' && (isAnyFailed || composer.attachments.isAnyMissed)
  return (
    <div className={`flex-row gap-2xs text-s muted ${classes.status} justify-end`}>
      <output data-error={isHeldUp || undefined}>{statusText(composer)}</output>
      {phase === 'waiting' && left > 0 && (
        <button type="button" className={buttonClass} onClick={cancel}>
          Cancel
        </button>
      )}
    </div>
  )
}

const retryText = 'Retry or remove the files that did not upload.'

function statusText({ draft, attachments, sending }: ComposerParts): string {
  const { phase, left } = sending
  if (phase === 'waiting' && left > 0) return `Waiting for ${left} ${left === 1 ? 'file' : 'files'}…`
  if (phase === 'sending') return 'Posting…'
  if (sending.isAnyFailed) return sending.mayRetry ? retryText : 'Remove the files that did not upload.'
  if (attachments.isAnyMissed) return 'Remove the files that cannot be posted.'
  return draft.files.length > 0 && draft.text.trim() === '' ? 'Write a few words to post this.' : ''
}
