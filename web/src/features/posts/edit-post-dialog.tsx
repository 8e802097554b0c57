import { captionLength, placeLength } from '@rootsquare/contract/posts'
import type { Post } from '@rootsquare/contract/posts'
import { useId, useRef } from 'react'
import type { SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useEditDraft } from '#web/features/posts/edit-draft.ts'
import { dropGonePost } from '#web/features/posts/gone-posts.ts'
import { useUpdatePost } from '#web/features/posts/post-deeds.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { isMissing, saidByServer } from '#web/lib/said-by-server.ts'
import { whileHere } from '#web/lib/while-here.ts'
import { Button } from '#web/ui/button.tsx'
import { Counter } from '#web/ui/counter.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DraftLine } from '#web/ui/draft-line.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './post-dialogs.module.css'

type EditPostDialogProps = { post: Post; onClose: () => void }

const counterFrom = 4500

/** What was typed stays, through a failure and through a closed dialog, until it is saved or discarded. */
export function EditPostDialog({ post, onClose }: EditPostDialogProps) {
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const queryClient = useQueryClient()
  const update = useUpdatePost(post.id)
  const { draft, change, isRestored, discard, forget } = useEditDraft(post)
  const length = lengthOf(draft.caption)
  const trouble = captionTrouble(length)
  const isPlaceTooLong = lengthOf(draft.place) > placeLength

  function tellFailure(failure: unknown, isHere: boolean): void {
    showSnackbar('error', saidByServer(failure, 'Something went wrong'))
    if (isMissing(failure) && isHere) dropGonePost(queryClient, post.id)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (update.isPending || isPlaceTooLong) return
    if (trouble !== null) return field.current?.focus()
    clearSnackbars()
    const isHere = whileHere()
    const body = { caption: draft.caption.trim(), location: draft.place.trim() || null }
    update.mutateAsync(body, { onSuccess: onClose }).then(
      () => {
        forget()
        showSnackbar('success', 'Post saved')
      },
      (failure: unknown) => tellFailure(failure, isHere()),
    )
  }

  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={update.isPending}>
        Save
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Edit Post" width={560} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        {isRestored && <DraftLine onDiscard={discard} />}
        <div className={classes.counted}>
          <TextArea
            ref={field}
            label="Caption"
            name="caption"
            rows={4}
            data-autofocus
            value={draft.caption}
            error={trouble}
            onChange={(event) => change({ caption: event.currentTarget.value })}
          />
          {length >= counterFrom && <Counter length={length} max={captionLength} />}
        </div>
        <TextField
          label="Place"
          name="location"
          value={draft.place}
          error={isPlaceTooLong && tooLongText(placeLength)}
          onChange={(event) => change({ place: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  )
}

function captionTrouble(length: number): string | null {
  if (length === 0) return 'Required.'
  return length > captionLength ? tooLongText(captionLength) : null
}
