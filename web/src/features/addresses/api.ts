import {
  createAddress,
  deleteAddress,
  listAddresses,
  listLgas,
  updateAddress,
} from '@rootsquare/contract/addresses'
import type { Address, NewAddress } from '@rootsquare/contract/addresses'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

export const unexpected = 'An unexpected error occurred'

export const savedAddresses = queryOptions({
  queryKey: ['addresses'] as const,
  queryFn: async ({ signal }) => (await call(listAddresses, { signal })).data,
})

export function lgasOf(cityCode: string) {
  return queryOptions({
    queryKey: ['lgas', cityCode] as const,
    queryFn: async ({ signal }) => (await call(listLgas, { params: { id: cityCode }, signal })).data,
    staleTime: Infinity,
    enabled: cityCode !== '',
  })
}

/** The form is not sent while the LGAs are loading. */
export function useAreLgasLoading(cityCode: string): boolean {
  return useQuery(lgasOf(cityCode)).isLoading
}

type Edit = { id: number | null; address: NewAddress }

export function useSaveAddress() {
  const after = useAfter((saved: Address, known) => {
    const isKnown = known.some(({ id }) => id === saved.id)
    return isKnown ? known.map((one) => (one.id === saved.id ? saved : one)) : [saved, ...known]
  })
  return useMutation({
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
  return useMutation({ mutationFn: () => call(deleteAddress, { params: { id } }), ...after })
}

/** Changes the cached list at once, then loads it again, also after a rejection: the list may not be what it was. */
function useAfter<Answer>(change: (answer: Answer, known: Address[]) => Address[]) {
  const queryClient = useQueryClient()
  const { queryKey } = savedAddresses
  return {
    onMutate: whileSignedIn,
    onSuccess: (answer: Answer, _input: unknown, isHere: () => boolean) => {
      if (isHere()) queryClient.setQueryData(queryKey, (known) => known && change(answer, known))
    },
    onSettled: (_answer: unknown, _failure: Error | null, _input: unknown, isHere?: () => boolean) => {
      if (isHere?.()) void queryClient.invalidateQueries({ queryKey })
    },
  }
}
