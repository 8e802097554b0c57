import {
  decideProposal,
  getGroupPage,
  listProposals,
  listVersions,
  proposeSection,
  restoreVersion,
  writeSection,
} from '@rootsquare/contract/sections'
import type {
  ProposalDecision,
  NewProposal,
  NewSection,
  Section,
  SectionName,
} from '@rootsquare/contract/sections'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { onForbidden } from '#web/entities/groups/moderator-queries.ts'
import { sectionKeys } from '#web/entities/groups/section-keys.ts'
import type { ProposalsKind, ProposalsScope } from '#web/entities/groups/section-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const pageSize = 20
const paging = {
  initialPageParam: 0,
  getNextPageParam: ({ last }: { last: boolean }, _: unknown, page: number) => (last ? undefined : page + 1),
}

export function groupPageOf(groupId: number) {
  return queryOptions({
    queryKey: sectionKeys.page(groupId),
    meta: { saved: 'main' },
    queryFn: async ({ signal }) => (await call(getGroupPage, { params: { id: groupId }, signal })).data,
  })
}

/** Returns the query of all versions, newest first. The first one is current. */
export function versionsOf(groupId: number, name: SectionName) {
  return infiniteQueryOptions({
    queryKey: sectionKeys.versions(groupId, name),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize }
      return (await call(listVersions, { params: { id: groupId, name }, query, signal })).data
    },
    ...paging,
  })
}

const states = { open: 'OPEN', decided: 'DECIDED', own: undefined } as const

export function proposalsOf(scope: ProposalsScope, kind: ProposalsKind) {
  const groupId = scope === 'all' ? undefined : scope
  return infiniteQueryOptions({
    queryKey: sectionKeys.proposals(scope, kind),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, groupId, state: states[kind] }
      return (await call(listProposals, { query, signal })).data
    },
    ...paging,
  })
}

export function useWriteSection(groupId: number) {
  return useSectionChange(groupId, async (body: NewSection) =>
    call(writeSection, { params: { groupId }, body }),
  )
}

export function useRestoreVersion(groupId: number, name: SectionName) {
  return useSectionChange(groupId, async (versionId: number) =>
    call(restoreVersion, { params: { id: groupId, name }, body: { versionId } }),
  )
}

function useSectionChange<T>(groupId: number, send: (input: T) => Promise<{ data: Section }>) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (input: T) => (await send(input)).data,
    onSuccess: (section) => {
      queryClient.setQueryData(groupPageOf(groupId).queryKey, (page) =>
        page?.map((one) => (one.name === section.name ? section : one)),
      )
      void queryClient.invalidateQueries({ queryKey: sectionKeys.versions(groupId, section.name) })
      void queryClient.invalidateQueries({ queryKey: sectionKeys.everyProposal })
    },
    onError: onForbidden(queryClient, groupId),
  })
}

export function usePropose(groupId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (body: NewProposal) =>
      (await call(proposeSection, { params: { id: groupId }, body })).message,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: sectionKeys.everyProposal })
      void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
    },
    onError: onForbidden(queryClient, groupId),
  })
}

/** Stays pending until the list has reloaded, also after a rejection, since another moderator may have decided first. */
export function useDecideProposal(groupId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async ({ id, ...body }: ProposalDecision & { id: number }) =>
      (await call(decideProposal, { params: { id }, body })).data,
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: sectionKeys.page(groupId) })
      void queryClient.invalidateQueries({ queryKey: sectionKeys.versionsOf(groupId) })
      void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
      await queryClient.invalidateQueries({ queryKey: sectionKeys.everyProposal })
    },
  })
}

/** Returns whether somebody else has saved the section since. */
export function isSectionStale(error: unknown): boolean {
  return error instanceof CallError && error.code === 'STALE'
}

/** Returns whether somebody else has decided the proposal, or it was erased with its author. */
export function isProposalClosed(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 404 || (error.status === 409 && !isSectionStale(error))
}
