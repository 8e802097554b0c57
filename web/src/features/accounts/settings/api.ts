import { updateProfile, type Profile, type ProfileChange } from '@rootsquare/contract/profiles'
import { changePassword, exportMember, getClosure } from '@rootsquare/contract/accounts'
import type { cancelClosure, closeAccount } from '@rootsquare/contract/accounts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePendingValue } from '#web/lib/net/use-pending-value.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { startSession } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const closureKey = (memberId: number) => ['closure', memberId] as const

export function closureOf(memberId: number) {
  return queryOptions({
    queryKey: closureKey(memberId),
    queryFn: async ({ signal }) => (await call(getClosure, { params: { id: memberId }, signal })).data,
  })
}

/** Undefined means no change and null means no picture; otherwise it resolves to the address after the upload. */
export type PictureChange = Promise<string> | null | undefined
type Typed = Omit<ProfileChange, 'profileImage' | 'headerImage'>
type ProfileEdit = { typed: Typed; profileImage: PictureChange; headerImage: PictureChange }

/** Saves the profile after waiting for pictures that are still being uploaded. */
export function useUpdateProfile(memberId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async ({ typed, ...pictures }: ProfileEdit) => {
      const [profileImage, headerImage] = await Promise.all([pictures.profileImage, pictures.headerImage])
      return call(updateProfile, { params: { id: memberId }, body: { ...typed, profileImage, headerImage } })
    },
    onSuccess: ({ data }) => queryClient.setQueryData(memberKeys.profile(memberId), data),
  })
}

export function useProfileSwitch({ id, ...profile }: Profile, field: 'showGroup' | 'showPresence') {
  const queryClient = useQueryClient()
  const queryKey = memberKeys.profile(id)
  return usePendingValue({
    mutationKey: [...queryKey, field],
    confirmed: profile[field] ?? field === 'showPresence',
    send: (isShown) => call(updateProfile, { params: { id }, body: { [field]: isShown } }),
    onSuccess: async (_, isShown) => {
      // A reply that is still loading may be older than this change.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<Profile>(queryKey, (known) => known && { ...known, [field]: isShown })
      void queryClient.invalidateQueries({ queryKey })
    },
    onError: (failure) => {
      showSnackbar('error', errorText(failure))
      // If the server cannot be reached, a reload would replace the profile with an error.
      const hasNoAnswer = failure instanceof CallError && failure.status === 0
      void queryClient.invalidateQueries({ queryKey, refetchType: hasNoAnswer ? 'none' : 'active' })
    },
  })
}

/** Changes the password. The server ends all other tokens, and the new one replaces the stored one in all tabs. */
export function useChangePassword() {
  return useServerMutation({
    mutationFn: async (body: { oldCipher: string; newCipher: string; confirmNewCipher: string }) => {
      const { data, message } = await call(changePassword, { body })
      startSession(data.access_token)
      return message
    },
  })
}

export function useClosureChange(endpoint: typeof closeAccount | typeof cancelClosure, memberId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (password: string) => call(endpoint, { body: { password } }),
    onSuccess: ({ data }) => queryClient.setQueryData(closureKey(memberId), data),
  })
}

export function useExportData() {
  return useServerMutation({ mutationFn: async () => (await call(exportMember)).data })
}
