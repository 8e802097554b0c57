import { updateProfile, type Profile, type ProfileChange } from '@rootsquare/contract/profiles'
import { changePassword, exportMember, getClosure } from '@rootsquare/contract/accounts'
import type { cancelClosure, closeAccount } from '@rootsquare/contract/accounts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
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

type ProfileField = 'showGroup' | 'showPresence'

export const profileSwitch: ValueKind<readonly [memberId: number, field: ProfileField], boolean, Profile> = {
  name: 'profile-switch',
  callOf: ([id, field], isShown) => storedCall(updateProfile, { params: { id }, body: { [field]: isShown } }),
  async onSent(queryClient, { ids: [id, field], value }) {
    const queryKey = memberKeys.profile(id)
    // A reply that is still loading may be older than this change.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Profile>(queryKey, (known) => known && { ...known, [field]: value })
    void queryClient.invalidateQueries({ queryKey })
  },
  onFailed(queryClient, [id], failure) {
    showSnackbar('error', errorText(failure))
    void queryClient.invalidateQueries({ queryKey: memberKeys.profile(id) })
  },
}

export function useProfileSwitch({ id, ...profile }: Profile, field: ProfileField) {
  return usePendingValue({
    kind: profileSwitch,
    ids: [id, field],
    mutationKey: [...memberKeys.profile(id), field],
    confirmed: profile[field] ?? field === 'showPresence',
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
