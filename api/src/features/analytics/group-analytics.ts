import type { Series } from '@rootsquare/contract/analytics'
import type { Deps } from '#api/deps.ts'
import { requireEditor } from '#api/features/groups/sections/editors.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { countDays } from './count-days.ts'
import type { Asked } from './count-days.ts'

export async function groupSeries(deps: Deps, viewer: Viewer, id: number, asked: Asked): Promise<Series> {
  await requireEditor(deps.db, viewer, id)
  return countDays(deps, id, asked)
}
