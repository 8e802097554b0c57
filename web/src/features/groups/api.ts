import { listGroups } from '@rootsquare/contract/groups'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

const pageSize = 100

const groupKeys = {
  list: (name: string) => ['groups', 'list', name] as const,
}

/** Page by page until the last page or a short one; the server finds names without regard to accents. */
export function groupsNamed(name: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.list(name),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, ...(name !== '' && { name }) }
      return (await call(listGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ content, last }, _, page) =>
      last || content.length < pageSize ? undefined : page + 1,
  })
}
