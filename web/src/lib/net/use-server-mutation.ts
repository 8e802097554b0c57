import { useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { currentQueryClient } from '#web/lib/net/query-client.ts'

type Options<Reply, Input> = UseMutationOptions<Reply, Error, Input>
type ServerMutation<Reply, Input> = Pick<
  Options<Reply, Input>,
  'mutationKey' | 'scope' | 'retry' | 'retryDelay' | 'onSuccess' | 'onError' | 'onSettled'
> & { mutationFn: (input: Input) => Promise<Reply> }

/**
 * Changes something on the server. Once the page belongs to another member, nothing more is sent, and a late answer
 * never arrives: no callback may show or open what is not meant for the next member.
 */
export function useServerMutation<Reply, Input = void>({
  mutationFn,
  ...options
}: ServerMutation<Reply, Input>) {
  const queryClient = useQueryClient()
  const isOver = () => queryClient !== currentQueryClient()
  return useMutation<Reply, Error, Input>({
    ...options,
    mutationFn: async (input) => {
      if (isOver()) return never()
      try {
        return await mutationFn(input)
      } finally {
        if (isOver()) await never()
      }
    },
  })
}

function never(): Promise<never> {
  return new Promise(() => {})
}
