import {
  cancelClosure,
  changePassword,
  closeAccount,
  exportMember,
  getClosure,
  updateProfile,
} from '@rootsquare/contract/accounts'
import type { Profile, ProfileChange } from '@rootsquare/contract/accounts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { accountKeys } from '#web/entities/members/own-profile.ts'
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

/** No new picture, none at all, or the address that an upload will bring. */
export type PictureChange = Promise<string> | null | undefined
type Typed = Omit<ProfileChange, 'profileImage' | 'headerImage'>
type ProfileEdit = { typed: Typed; profileImage: PictureChange; headerImage: PictureChange }

/** Waits for pictures that are still on their way up. */
export function useUpdateProfile(memberId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ typed, ...pictures }: ProfileEdit) => {
      const [profileImage, headerImage] = await Promise.all([pictures.profileImage, pictures.headerImage])
      return call(updateProfile, { params: { id: memberId }, body: { ...typed, profileImage, headerImage } })
    },
    onSuccess: ({ data }) => queryClient.setQueryData(accountKeys.profile(memberId), data),
  })
}

/** At once on the screen, and back where it was if the server refuses. */
export function useShowGroup(memberId: number) {
  const queryClient = useQueryClient()
  const key = accountKeys.profile(memberId)
  const mutationKey = ['show-group', memberId]
  /** What the server last said, while taps are still on their way to it. */
  const saved = useRef<boolean>(undefined)
  const isOnlyTap = () => queryClient.isMutating({ mutationKey }) === 1
  const show = (showGroup: boolean | undefined) =>
    queryClient.setQueryData<Profile>(key, (profile) => profile && { ...profile, showGroup })
  return useMutation({
    mutationKey,
    mutationFn: (showGroup: boolean) =>
      call(updateProfile, { params: { id: memberId }, body: { showGroup } }),
    // One after the other, so that the last tap wins.
    scope: { id: `show-group-${memberId}` },
    onMutate: async (showGroup) => {
      if (isOnlyTap()) saved.current = queryClient.getQueryData<Profile>(key)?.showGroup
      await queryClient.cancelQueries({ queryKey: key })
      show(showGroup)
    },
    onSuccess: (_, showGroup) => {
      saved.current = showGroup
    },
    onSettled: (_, failure) => {
      // The taps still queued decide what stands in the end.
      if (!isOnlyTap()) return
      if (failure !== null) {
        show(saved.current)
        showSnackbar('error', errorText(failure))
      }
      // Asking a server out of reach again would only put an error in the place of what is known.
      const isSilent = failure instanceof CallError && failure.status === 0
      void queryClient.invalidateQueries({ queryKey: key, refetchType: isSilent ? 'none' : 'active' })
    },
  })
}

/** Every token given before is over; the one in the answer takes the place of the stored one, in all tabs. */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (body: { oldCipher: string; newCipher: string; confirmNewCipher: string }) => {
      const { data, message } = await call(changePassword, { body })
      startSession(data.access_token)
      return message
    },
  })
}

export function useCloseAccount(memberId: number) {
  return useClosureChange(closeAccount, memberId)
}

export function useCancelClosure(memberId: number) {
  return useClosureChange(cancelClosure, memberId)
}

function useClosureChange(endpoint: typeof closeAccount | typeof cancelClosure, memberId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(endpoint, { body: { password } }),
    onSuccess: ({ data }) => queryClient.setQueryData(closureKey(memberId), data),
  })
}

export function useExportData() {
  return useMutation({ mutationFn: async () => (await call(exportMember)).data })
}
