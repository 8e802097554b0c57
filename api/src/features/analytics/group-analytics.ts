import type { Series } from '@rootsquare/contract/analytics'
import type { Deps } from '#api/deps.ts'
import { requireEditor } from '#api/features/groups/sections/editors.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { countDays } from './count-days.ts'
import type { SeriesRequest } from './count-days.ts'

export async function groupSeries(
  deps: Deps,
  viewer: Viewer,
  id: number,
  request: SeriesRequest,
): Promise<Series> {
  await requireEditor(deps.db, viewer, id)
  return countDays(deps, id, request)
}
