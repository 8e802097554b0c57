import { listStates } from '@rootsquare/contract/addresses'
import type { Callable } from '@rootsquare/contract/lib/endpoint'
import { getGroup, getMembership, joinGroup } from '@rootsquare/contract/groups'
import type { Group, GroupSuggestion, GroupMembership } from '@rootsquare/contract/groups'
import { listItems } from '@rootsquare/contract/trade/market'
import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import { groupFeed } from '@rootsquare/contract/posts'
import { listReports } from '@rootsquare/contract/reports'
import { getGroupPage, sectionNames, type Section } from '@rootsquare/contract/sections'
import { answer, Rejection } from '#web/test/fake-server.ts'

export const created = '2026-01-02T10:00:00.000Z'

export function newGroup(id: number, name: string, rest: Partial<Group> = {}): Group {
  return {
    id,
    name,
    description: `The ${name} people.`,
    users: 3,
    image: null,
    header: null,
    stateCodes: [],
    otherNames: [],
    greeting: null,
    lastPostDate: null,
    createdDate: created,
    ...rest,
  }
}

export function suggestedGroup(
  id: number,
  name: string,
  reason: GroupSuggestion['reason'] = 'POPULAR',
): GroupSuggestion {
  return { ...newGroup(id, name), reason }
}

export const waja = newGroup(7, 'Waja', { stateCodes: ['NG-GO'] })

const nothing = { post: false, propose: false, edit: false, appoint: false, analytics: false }
const isMember = { joined: true, moderator: false, openProposals: 0 }
export const visitor: GroupMembership = { ...isMember, joined: false, can: nothing }
export const member: GroupMembership = { ...isMember, can: { ...nothing, post: true, propose: true } }
export const moderator: GroupMembership = {
  ...isMember,
  moderator: true,
  can: { ...member.can, edit: true, analytics: true },
}
export const admin: GroupMembership = {
  ...visitor,
  can: { ...nothing, edit: true, appoint: true, analytics: true },
}

/** Returns all sections of a group, empty except for those given. */
export function sectionsWith(...written: (Partial<Section> & Pick<Section, 'name'>)[]): Section[] {
  return sectionNames.map((name) => ({
    detail: '',
    description: '',
    versionId: null,
    updatedDate: null,
    ...written.find((section) => section.name === name),
    name,
  }))
}

/** Answers with a list in pages of the requested size. */
export function pagesOf<T>(all: T[]) {
  return ({ query }: { query: PageQuery }) => {
    const start = query.page * query.size
    return pageOf(all.slice(start, start + query.size), all.length, query)
  }
}

export function reject(endpoint: Callable, status: number, text: string, code?: string): void {
  answer(endpoint, () => Promise.reject(new Rejection(status, text, code === undefined ? {} : { code })))
}

/** Answers the calls that every page of a group makes. */
export function answerGroup({ group = waja, standing = member, sections = sectionsWith() } = {}): void {
  answer(getGroup, () => group)
  answer(getMembership, () => standing)
  answer(getGroupPage, () => sections)
  answer(groupFeed, ({ query }) => ({ ...pagesOf([])({ query }), nextCursor: null, newestCursor: '' }))
  answer(listItems, pagesOf([]))
  answer(listReports, pagesOf([]))
  answer(listStates, () => [
    { code: 'NG-GO', name: 'Gombe' },
    { code: 'NG-LA', name: 'Lagos' },
    { code: 'NG-PL', name: 'Plateau' },
  ])
}

/** Answers joining: afterwards the viewer is a member of the group. */
export function answerJoin(group: Group): void {
  answer(joinGroup, () => {
    answer(getMembership, () => member)
    answer(getGroup, () => ({ ...group, users: group.users + 1 }))
    return { joined: true }
  })
}
