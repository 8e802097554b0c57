import { captionLength, placeLength, updatePost } from '@rootsquare/contract/posts'
import type { Post, PostChange } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type EditPostDialogProps = { post: Post; onClose: () => void }

const counterFrom = 4500

/** Keeps the typed text until it is saved or discarded, even if saving fails or the dialog is closed. */
export function EditPostDialog({ post, onClose }: EditPostDialogProps) {
  const form = useEditForm(post, onClose)
  const people = { thread: [], groupId: post.postGroupId }
  const mentions = useMentions({ onChange: (caption) => form.set({ caption }), people })
  return (
    <FormDialog form={form} onClose={onClose} title="Edit Post" width={560} label="Save" showsDraft>
      <TextArea
        label="Caption"
        rows={4}
        data-autofocus
        counterFrom={counterFrom}
        {...form.field('caption')}
        {...mentions.fieldProps}
      />
      {mentions.list}
      <TextField label="Place" {...form.field('location')} />
    </FormDialog>
  )
}

/** Starts with the author's unsaved changes, else with the post as it is. */
function useEditForm({ userId: memberId, id, caption, location }: Post, onClose: () => void) {
  const queryClient = useQueryClient()
  const update = useUpdatePost(id)
  const initial = { caption, location: location ?? '' }
  return useForm({
    initial,
    draft: useTextsDraft({ what: 'edit-post', memberId, id }, initial),
    limits: { caption: { max: captionLength, missing: 'Required.' }, location: { max: placeLength } },
    send: (typed) =>
      update.mutateAsync({ caption: typed.caption.trim(), location: typed.location.trim() || null }),
    onClose,
    onSuccess: () => showSnackbar('success', 'Post saved'),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', serverMessage(failure, 'Something went wrong'))
      if (isMissing(failure)) removeDeletedPost(queryClient, id)
    },
  })
}

function useUpdatePost(id: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (body: PostChange) => (await call(updatePost, { params: { id }, body })).data,
    onSuccess: (post) => patchPost(queryClient, id, () => post),
  })
}
