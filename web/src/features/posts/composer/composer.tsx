import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ClipboardEvent, DragEvent, KeyboardEvent, RefObject } from 'react'
import {
  isBlank,
  isCaptionFit,
  parkedPosts,
  suggestedGroup,
  type TargetGroup,
} from '#web/features/posts/composer/composer-draft.ts'
import { focusComposer, registerComposer } from '#web/features/posts/composer/composer-focus.ts'
import {
  Audience,
  ComposerCaption,
  ComposerStatus,
  ComposerDraftStatus,
  PlaceField,
  TargetField,
  type Author,
} from '#web/features/posts/composer/composer-fields.tsx'
import { ComposerOpener, ComposerScreen } from '#web/features/posts/composer/composer-screen.tsx'
import { ComposerTools } from '#web/features/posts/composer/composer-tools.tsx'
import { useComposer, type ComposerParts } from '#web/features/posts/composer/use-composer.ts'
import { profileOf } from '#web/entities/members/members-api.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { isSendKey } from '#web/lib/navigation/send-key.ts'
import { useMember } from '#web/lib/session/session.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { onStoredChange } from '#web/lib/storage/member-store.ts'
import { StoreError } from '#web/ui/feedback/store-error.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import classes from './composer.module.css'

type ComposerProps = {
  groups: readonly TargetGroup[]
  /** Is set on the page of a group, where there is no group to choose. */
  fixedGroup?: TargetGroup
}

/** Browsers treat a position beyond the text as its end. */
const atEnd = [1_000_000, 1_000_000] as const
const shortcuts = [{ keys: 'n', does: 'Write a post', run: focusComposer }]

/** Writes a post with text, pictures, videos and a place. The draft is stored on the device until it is posted. */
export function Composer(props: ComposerProps) {
  const { userId: memberId } = useMember()
  return <Writing key={`${memberId}/${props.fixedGroup?.id ?? 'home'}`} memberId={memberId} {...props} />
}

type WritingProps = ComposerProps & { memberId: number }

function Writing({ memberId, groups, fixedGroup }: WritingProps) {
  const { data: profile } = useQuery(profileOf(memberId))
  const author = { name: profile ? nameOf(profile) : '', image: profile?.profileImage ?? null }
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const scrollBack = useScrollBack(box)
  const open = () => setOpen(true)
  const settle = () => {
    moveFocus(card.current, field.current)
    setOpen(false)
    scrollBack()
  }
  const suggested = suggestedGroup(memberId, groups, profile?.followersCount)
  const composer = useComposer({ memberId, groupId: fixedGroup?.id ?? null }, suggested, settle)
  const { Uploads } = useFilesCode(composer)
  useEffect(() => registerComposer(isPhone ? () => setOpen(true) : () => showField(field.current)), [isPhone])
  useShortcuts(shortcuts)

  const form = (
    <ComposerForm
      {...{ composer, author, groups, card, field }}
      fixedGroup={fixedGroup ?? null}
      isFullScreen={isPhone}
      isOpen={isOpen}
      onOpen={open}
    />
  )
  return (
    <div ref={box}>
      {Uploads && <Uploads attachments={composer.attachments} />}
      {isPhone ? <ComposerOpener {...{ author, composer, isOpen }} onOpen={open} /> : form}
      {isPhone && isOpen && <ComposerScreen onClose={() => setOpen(false)}>{form}</ComposerScreen>}
      {useHasParked(memberId) && (
        <Suspense>
          <ParkedPosts {...{ memberId, author }} groupId={fixedGroup?.id ?? null} />
        </Suspense>
      )}
    </div>
  )
}

const ParkedPosts = lazyExtra(
  async () => (await import('#web/features/posts/composer/parked-posts.tsx')).ParkedPosts,
)

function useHasParked(memberId: number): boolean {
  return useSyncExternalStore(onStoredChange, () => parkedPosts(memberId).length > 0)
}

type FormProps = Pick<ComposerProps, 'groups'> & {
  author: Author
  composer: ComposerParts
  fixedGroup: TargetGroup | null
  card: RefObject<HTMLElement | null>
  field: RefObject<HTMLTextAreaElement | null>
  isFullScreen: boolean
  isOpen: boolean
  onOpen: () => void
}

function ComposerForm(props: FormProps) {
  const { composer, author, card, field, fixedGroup, isFullScreen } = props
  const { draft, attachments, sending, write } = composer
  const drop = useDrop((files) => sending.phase !== 'sending' && attachments.add(files))
  const isLocked = sending.phase !== 'writing'
  // The cursor starts at the end, where the member continues a draft.
  useEffect(() => {
    if (isFullScreen) field.current?.setSelectionRange(...atEnd)
  }, [isFullScreen, field])

  function post(): void {
    if (!sending.isAnyFailed && !attachments.isAnyMissed) return sending.post()
    const failed = card.current?.querySelector('li [role=alert], [role=alert] li')?.closest('li')
    failed?.querySelector('button')?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSendKey(event.nativeEvent)) return
    event.preventDefault()
    post()
  }

  return (
    <section
      ref={card}
      className={
        isFullScreen
          ? `${classes.form} display-flex fill column min-height-0`
          : `card-box stack gap-s ${classes.composer} positioned padded`
      }
      aria-label="New post"
      tabIndex={-1}
      {...{ ...drop.handlers, onKeyDown }}
    >
      <div className={`stack gap-s ${classes.fields}`}>
        <ComposerCaption
          {...{ author, field, isLocked }}
          text={draft.text}
          groupId={(fixedGroup ?? draft.group)?.id ?? null}
          onFocus={props.onOpen}
          onChange={(text) => write({ text })}
        />
        <ComposerDetails {...props} />
      </div>
      <div className={`stack gap-s ${classes.rest}`}>
        <ComposerStatus composer={composer} />
        <StoreError />
        <ComposerTools
          isLocked={sending.phase === 'sending'}
          hasPlace={draft.place !== null}
          onFiles={attachments.add}
          onPlace={() => write({ place: draft.place === null ? '' : null })}
        >
          <Button disabled={!isCaptionFit(draft.text)} isBusy={isLocked} onClick={post}>
            Post
          </Button>
        </ComposerTools>
      </div>
      {drop.isOver && (
        <p className={`center-content strong ${classes.drop}`}>Drop pictures and videos here</p>
      )}
    </section>
  )
}

/** Loads the code with the first attached file. Without a connection it loads once there is one. */
const filesCode = queryOptions({
  queryKey: ['composer-files-grid'],
  queryFn: async () => {
    const { ComposerFilesGrid, ComposerUploads } =
      await import('#web/features/posts/composer/composer-files-grid.tsx')
    return { FilesGrid: ComposerFilesGrid, Uploads: ComposerUploads }
  },
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
})

function useFilesCode({ attachments }: ComposerParts) {
  const hasFiles = attachments.files.length > 0 || attachments.rejected.length > 0
  const { data } = useQuery({ ...filesCode, enabled: hasFiles })
  return hasFiles && data ? data : { FilesGrid: null, Uploads: null }
}

/** Renders everything that a post may have besides its text. */
function ComposerDetails({ composer, groups, fixedGroup, isOpen, field }: FormProps) {
  const { draft, attachments, sending, write } = composer
  const isLocked = sending.phase !== 'writing'
  const isBegun = isOpen || !isBlank(draft)
  const { FilesGrid } = useFilesCode(composer)
  const focusField = () => field.current?.focus()
  return (
    <div className={`stack gap-s gone-if-empty ${classes.rest}`}>
      {draft.place !== null && (
        <PlaceField {...{ place: draft.place, isLocked, write }} onRemove={focusField} />
      )}
      {isBegun && (
        <div>
          {fixedGroup === null && groups.length > 0 && (
            <TargetField {...{ groups, chosen: draft.group, isLocked, write }} />
          )}
          <Audience group={fixedGroup ?? draft.group} />
        </div>
      )}
      {FilesGrid && (
        <FilesGrid
          attachments={attachments}
          isLocked={sending.phase === 'sending'}
          focusElsewhere={focusField}
        />
      )}
      <ComposerDraftStatus composer={composer} />
    </div>
  )
}

function showField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus from an element that will be removed. The field does not get it, so that no keyboard opens. */
function moveFocus(card: HTMLElement | null, field: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused !== field && card?.contains(focused)) card.focus({ preventScroll: true })
}

/** Scrolls to the card after posting, because it shrinks and may end up above the screen. */
function useScrollBack(card: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    card.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })
  return () => {
    isWanted.current = true
  }
}

/** Accepts files that are dropped on an element or pasted into it. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)

  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  function onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }

  function onDrop(event: DragEvent): void {
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  /** Ignores pictures that come with text, because a spreadsheet copies a table as both and the text is meant. */
  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    onFiles(files)
  }

  return { isOver, handlers: { onDragEnter: onDragOver, onDragOver, onDragLeave, onDrop, onPaste } }
}
