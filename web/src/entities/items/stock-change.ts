import { useQueryClient } from '@tanstack/react-query'
import { forgetItems } from '#web/entities/items/item-cache.ts'

/** What an order takes, or gives back, changes how many of its items are left. */
export function useStockChange(): () => void {
  const queryClient = useQueryClient()
  return () => void forgetItems(queryClient)
}
