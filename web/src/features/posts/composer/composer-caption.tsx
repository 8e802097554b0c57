import { captionLength } from '@rootsquare/contract/posts'
import { useId } from 'react'
import type { RefObject } from 'react'
import { numberText } from '#web/lib/format/count-text.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import classes from './composer.module.css'

const countFrom = 4500
const label = 'What is happening back home?'

type CaptionProps = {
  author: { name: string; image: string | null }
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  isLocked: boolean
  onFocus: () => void
  onChange: (text: string) => void
}

/** Nothing is cut off at the limit: who pastes too much sees what is too much. */
export function ComposerCaption({ author, field, text, isLocked, onFocus, onChange }: CaptionProps) {
  const countId = useId()
  const count = lengthOf(text)
  return (
    <>
      <div className={classes.row}>
        <Avatar name={author.name} image={author.image} size={44} className={classes.avatar} />
        <textarea
          ref={field}
          className={classes.text}
          rows={1}
          value={text}
          readOnly={isLocked}
          placeholder={label}
          aria-label={label}
          aria-describedby={countId}
          aria-invalid={count > captionLength || undefined}
          onFocus={onFocus}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <CaptionCount id={countId} count={count} />
    </>
  )
}

/** Silent until the end is near. */
function CaptionCount({ id, count }: { id: string; count: number }) {
  const isOver = count > captionLength
  return (
    <div id={id} className={classes.count} data-over={isOver || undefined}>
      <p role="alert">{isOver && tooLongText(captionLength)}</p>
      <p className={classes.figures}>
        {count >= countFrom && `${numberText(count)} of ${numberText(captionLength)}`}
      </p>
    </div>
  )
}
