import { captionLength, placeLength, updatePost } from '@rootsquare/contract/posts'
import type { Post, PostChange } from '@rootsquare/contract/posts'
import { useId, useRef, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type EditPostDialogProps = { post: Post; onClose: () => void }

const counterFrom = 4500

/** Keeps the typed text until it is saved or discarded, even if saving fails or the dialog is closed. */
export function EditPostDialog({ post, onClose }: EditPostDialogProps) {
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const queryClient = useQueryClient()
  const update = useUpdatePost(post.id)
  const { caption, place, isRestored, each } = useEditDraft(post)
  const people = { thread: [], groupId: post.postGroupId }
  const mentions = useMentions({ onChange: caption.change, people })
  const length = lengthOf(caption.draft)
  const captionError = captionErrorOf(length)
  const isPlaceTooLong = lengthOf(place.draft) > placeLength

  function showFailure(failure: unknown): void {
    showSnackbar('error', serverMessage(failure, 'Something went wrong'))
    if (isMissing(failure)) removeDeletedPost(queryClient, post.id)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (update.isPending || isPlaceTooLong) return
    if (captionError !== null) return field.current?.focus()
    clearSnackbars()
    const body = { caption: caption.draft.trim(), location: place.draft.trim() || null }
    update.mutateAsync(body, { onSuccess: onClose }).then(() => {
      for (const text of each) text.clear()
      showSnackbar('success', 'Post saved')
    }, showFailure)
  }

  const footer = <FormButtons form={formId} label="Save" isBusy={update.isPending} onCancel={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title="Edit Post" width={560} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        {isRestored && <DraftStatus onDiscard={() => each.forEach(({ discard }) => discard())} />}
        <div className="counted">
          <TextArea
            {...mentions.fieldProps}
            ref={field}
            label="Caption"
            name="caption"
            rows={4}
            data-autofocus
            value={caption.draft}
            error={captionError}
            onChange={(event) => caption.change(event.currentTarget.value)}
          />
          {length >= counterFrom && <Counter length={length} max={captionLength} />}
        </div>
        {mentions.list}
        <TextField
          label="Place"
          name="location"
          value={place.draft}
          error={isPlaceTooLong && tooLongText(placeLength)}
          onChange={(event) => place.change(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** Starts with the author's unsaved changes, else with the post as it is. */
function useEditDraft({ userId: memberId, id, caption: before, location }: Post) {
  const caption = useTextDraft({ what: 'edit-caption', memberId, id }, before)
  const place = useTextDraft({ what: 'edit-place', memberId, id }, location ?? '')
  return { caption, place, isRestored: caption.isRestored || place.isRestored, each: [caption, place] }
}

function useUpdatePost(id: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (body: PostChange) => (await call(updatePost, { params: { id }, body })).data,
    onSuccess: (post) => patchPost(queryClient, id, () => post),
  })
}

function captionErrorOf(length: number): string | null {
  if (length === 0) return 'Required.'
  return length > captionLength ? tooLongText(captionLength) : null
}
