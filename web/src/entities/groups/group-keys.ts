import type { GroupSort } from '@rootsquare/contract/groups'

export const groupKeys = {
  all: ['groups'] as const,
  lists: ['groups', 'list'] as const,
  list: (name: string, sort: GroupSort) => ['groups', 'list', name, sort] as const,
  found: (search: object) => ['groups', 'list', search] as const,
  named: ['groups', 'named'] as const,
  anotherPeople: ['groups', 'another-people'] as const,
  one: (id: number) => ['groups', 'one', id] as const,
  ofMembers: ['groups', 'of-member'] as const,
  ofMember: (memberId: number) => ['groups', 'of-member', memberId] as const,
  standing: (id: number) => ['groups', 'standing', id] as const,
}
