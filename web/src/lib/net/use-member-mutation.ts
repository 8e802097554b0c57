import { useMutation, type MutationKey } from '@tanstack/react-query'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

type MemberMutation<Reply, Input> = {
  mutationKey?: MutationKey
  /** Mutations with the same scope run one after the other. */
  scope?: { id: string }
  mutationFn: (input: Input) => Promise<Reply>
  onSuccess?: (reply: Reply, input: Input) => unknown
  onError?: (failure: Error) => unknown
  onSettled?: () => unknown
}

/** Skips its callbacks if the member has signed out, since they would change what the next member sees. */
export function useMemberMutation<Reply, Input = void>(mutation: MemberMutation<Reply, Input>) {
  const { onSuccess, onError, onSettled, ...sent } = mutation
  return useMutation({
    ...sent,
    onMutate: whileSignedIn,
    onSuccess: (reply, input, isHere) => (isHere() ? onSuccess?.(reply, input) : undefined),
    onError: (failure, _input, isHere) => (isHere?.() ? onError?.(failure) : undefined),
    onSettled: (_reply, _failure, _input, isHere) => (isHere?.() ? onSettled?.() : undefined),
  })
}
