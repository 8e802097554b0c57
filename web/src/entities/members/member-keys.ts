export type MemberListKind = 'followers' | 'following'

export const memberKeys = {
  profile: (id: number) => ['profile', id] as const,
  lists: ['people', 'list'] as const,
  list: (kind: MemberListKind, memberId: number) => ['people', 'list', kind, memberId] as const,
  listFound: (search: object) => ['people', 'list', 'found', search] as const,
  /** Begin like the keys of groups, because they are reloaded with them. */
  ofGroups: ['groups', 'members'] as const,
  ofGroup: (id: number) => ['groups', 'members', id] as const,
  ofGroupFound: (id: number, q: string) => ['groups', 'members', id, q] as const,
  follow: (id: number) => ['follow', id] as const,
  named: ['people', 'named'] as const,
  allFound: ['people', 'found'] as const,
  found: (text: string) => ['people', 'found', text] as const,
  suggested: ['people', 'suggested'] as const,
  blocked: ['people', 'blocked'] as const,
}
