import { deletePost, updatePost } from '@rootsquare/contract/posts'
import type { Post, PostChange } from '@rootsquare/contract/posts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

export function useUpdatePost(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: PostChange): Promise<Post> =>
      (await call(updatePost, { params: { id }, body })).data,
    onMutate: whileSignedIn,
    onSuccess: (post, _, isHere) => {
      if (isHere()) patchPost(queryClient, id, () => post)
    },
  })
}

export function useDeletePost(id: number) {
  return useMutation({
    mutationFn: async () => (await call(deletePost, { params: { id } })).message ?? deletePost.message,
  })
}
