import { useQueryClient } from '@tanstack/react-query'
import { peopleKeys } from '#web/entities/members/members-api.ts'

/** A new or deleted item changes the count on its seller's page. */
export function useItemsChange(viewerId: number): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: peopleKeys.profile(viewerId) })
    void queryClient.invalidateQueries({ queryKey: peopleKeys.named })
  }
}
