import { updateProfile, type Profile, type ProfileChange } from '@rootsquare/contract/profiles'
import { changePassword, exportMember, getClosure } from '@rootsquare/contract/accounts'
import type { cancelClosure, closeAccount } from '@rootsquare/contract/accounts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { peopleKeys } from '#web/entities/members/members-api.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
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
  return useMutation({
    mutationFn: async ({ typed, ...pictures }: ProfileEdit) => {
      const [profileImage, headerImage] = await Promise.all([pictures.profileImage, pictures.headerImage])
      return call(updateProfile, { params: { id: memberId }, body: { ...typed, profileImage, headerImage } })
    },
    onSuccess: ({ data }) => queryClient.setQueryData(peopleKeys.profile(memberId), data),
  })
}

/** Shows the change at once, and undoes it if the server rejects it. */
export function useProfileSwitch(memberId: number, field: 'showGroup' | 'showPresence') {
  const queryClient = useQueryClient()
  const key = peopleKeys.profile(memberId)
  const mutationKey = [field, memberId]
  /** The last value that the server has confirmed. */
  const saved = useRef<boolean>(undefined)
  const isOnlyChange = () => queryClient.isMutating({ mutationKey }) === 1
  const show = (isShown: boolean | undefined) =>
    queryClient.setQueryData<Profile>(key, (profile) => profile && { ...profile, [field]: isShown })
  return useMutation({
    mutationKey,
    mutationFn: (isShown: boolean) =>
      call(updateProfile, { params: { id: memberId }, body: { [field]: isShown } }),
    // Changes are sent one after the other, so that the last one wins.
    scope: { id: `${field}-${memberId}` },
    onMutate: async (isShown) => {
      if (isOnlyChange()) saved.current = queryClient.getQueryData<Profile>(key)?.[field]
      await queryClient.cancelQueries({ queryKey: key })
      show(isShown)
    },
    onSuccess: (_, isShown) => {
      saved.current = isShown
    },
    onSettled: (_, failure) => {
      // Queued changes determine the final value, so only the last change continues here.
      if (!isOnlyChange()) return
      if (failure !== null) {
        show(saved.current)
        showSnackbar('error', errorText(failure))
      }
      // If the server cannot be reached, a reload would replace the profile with an error.
      const hasNoAnswer = failure instanceof CallError && failure.status === 0
      void queryClient.invalidateQueries({ queryKey: key, refetchType: hasNoAnswer ? 'none' : 'active' })
    },
  })
}

/** Changes the password. The server ends all other tokens, and the new one replaces the stored one in all tabs. */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (body: { oldCipher: string; newCipher: string; confirmNewCipher: string }) => {
      const { data, message } = await call(changePassword, { body })
      startSession(data.access_token)
      return message
    },
  })
}

export function useClosureChange(endpoint: typeof closeAccount | typeof cancelClosure, memberId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(endpoint, { body: { password } }),
    onSuccess: ({ data }) => queryClient.setQueryData(closureKey(memberId), data),
  })
}

export function useExportData() {
  return useMutation({ mutationFn: async () => (await call(exportMember)).data })
}
