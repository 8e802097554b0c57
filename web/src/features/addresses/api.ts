import { createAddress, deleteAddress, listAddresses, updateAddress } from '@rootsquare/contract/addresses'
import type { Address, NewAddress } from '@rootsquare/contract/addresses'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lgasOf } from '#web/entities/places/states.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export const unexpectedErrorText = 'An unexpected error occurred'

export const savedAddresses = queryOptions({
  queryKey: ['addresses'] as const,
  meta: { saved: 'part' },
  queryFn: async ({ signal }) => (await call(listAddresses, { signal })).data,
})

/** True while LGAs are loading, when the form must not be sent. */
export function useAreLgasLoading(cityCode: string): boolean {
  return useQuery(lgasOf(cityCode)).isLoading
}

type Edit = { id: number | null; address: NewAddress }

export function useSaveAddress() {
  const after = useAfter((saved: Address, known) => {
    const isKnown = known.some(({ id }) => id === saved.id)
    return isKnown ? known.map((one) => (one.id === saved.id ? saved : one)) : [saved, ...known]
  })
  return useServerMutation({
    mutationFn: async ({ id, address }: Edit) => {
      const { data } = await (id === null
        ? call(createAddress, { body: address })
        : call(updateAddress, { params: { id }, body: address }))
      return data
    },
    ...after,
  })
}

export function useDeleteAddress(id: number) {
  const after = useAfter((_gone: unknown, known) => known.filter((one) => one.id !== id))
  return useServerMutation({ mutationFn: () => call(deleteAddress, { params: { id } }), ...after })
}

/** Changes the cached list at once, then reloads it, even after a rejection, which may mean it is out of date. */
function useAfter<Answer>(change: (answer: Answer, known: Address[]) => Address[]) {
  const queryClient = useQueryClient()
  const { queryKey } = savedAddresses
  return {
    onSuccess: (answer: Answer) =>
      queryClient.setQueryData(queryKey, (known) => known && change(answer, known)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  }
}
