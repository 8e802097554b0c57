import { deletePost, updatePost } from '@rootsquare/contract/posts'
import type { Post, PostChange } from '@rootsquare/contract/posts'
import { createMessage } from '@rootsquare/contract/messages'
import { reportThanks } from '@rootsquare/contract/reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchPost } from '#web/features/posts/post-cache.ts'
import { whileHere } from '#web/features/posts/while-here.ts'
import { call } from '#web/lib/call.ts'

export type ReportTarget = { postId: number } | { commentId: number }

export function useUpdatePost(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: PostChange): Promise<Post> =>
      (await call(updatePost, { params: { id }, body })).data,
    onMutate: whileHere,
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

export function useReport(target: ReportTarget) {
  return useMutation({
    mutationFn: async (reason: string) => {
      const { message } = await call(createMessage, { body: { eventType: 'REPORT', ...target, reason } })
      return message ?? reportThanks
    },
  })
}
