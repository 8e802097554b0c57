import { useQueryClient } from '@tanstack/react-query'
import { accountKeys } from '#web/entities/members/own-profile.ts'
import { peopleKeys } from '#web/entities/members/members-api.ts'

/** What a new item, or one less, changes outside the lists of items: the count on its seller's page. */
export function useItemsChange(viewerId: number): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: accountKeys.profile(viewerId) })
    void queryClient.invalidateQueries({ queryKey: peopleKeys.named })
  }
}
