import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { isBlank } from '#web/features/posts/composer/composer-draft.ts'
import {
  captionLabel,
  ComposerStatus,
  ComposerDraftStatus,
} from '#web/features/posts/composer/composer-fields.tsx'
import type { Author } from '#web/features/posts/composer/composer-fields.tsx'
import { PhotoTool } from '#web/features/posts/composer/composer-tools.tsx'
import type { ComposerParts } from '#web/features/posts/composer/use-composer.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import classes from './composer.module.css'

type OpenerProps = {
  author: Author
  composer: ComposerParts
  isOpen: boolean
  onOpen: () => void
}

/** Shows the begun post on a phone. A press opens it on the whole screen. */
export function ComposerOpener({ author, composer, isOpen, onOpen }: OpenerProps) {
  const { draft, attachments, sending } = composer
  return (
    <section
      className={`card-box stack gap-s ${classes.composer} positioned padded`}
      aria-label="Write a post"
    >
      <div className="flex-row">
        <Avatar name={author.name} image={author.image} size={40} />
        <button
          type="button"
          className={`plain-control grow one-line ${classes.opener}`}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {!isBlank(draft) && <span className="sr-only">Continue writing: </span>}
          {draft.text.trim() === '' ? captionLabel : draft.text}
        </button>
        <PhotoTool
          isLocked={sending.phase === 'sending'}
          onFiles={(files) => {
            attachments.add(files)
            onOpen()
          }}
        />
      </div>
      {!isOpen && (
        <>
          <ComposerDraftStatus composer={composer} />
          <ComposerStatus composer={composer} />
        </>
      )}
    </section>
  )
}

type ScreenProps = { onClose: () => void; children: ReactNode }

/** Covers the screen above the keyboard. The typed text is kept when it closes. */
export function ComposerScreen({ onClose, children }: ScreenProps) {
  const titleId = useId()
  return (
    <Overlay kind="screen" ref={fitVisibleArea} aria-labelledby={titleId} onClose={onClose}>
      <div className={`flex-row rigid ${classes.head}`}>
        <IconButton label="Close" onClick={onClose} icon={X} />
        <h2 id={titleId} className="text-m bold">
          New post
        </h2>
      </div>
      {children}
    </Overlay>
  )
}

/** Fits the screen to the visual viewport, because some browsers show the keyboard over the page. */
function fitVisibleArea(screen: HTMLElement | null) {
  const view = window.visualViewport
  if (screen === null || !view) return undefined
  const fit = () => {
    // A magnified viewport shows only a part of the page, so its height says nothing about the keyboard.
    if (view.scale > 1) return
    screen.style.height = `${view.height}px`
    screen.style.top = `${view.offsetTop}px`
  }
  fit()
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  return () => {
    view.removeEventListener('resize', fit)
    view.removeEventListener('scroll', fit)
  }
}
