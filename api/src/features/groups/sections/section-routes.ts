import * as api from '@rootsquare/contract/sections'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { decideProposal } from '#api/features/groups/proposals/decide-proposal.ts'
import { getGroupPage } from '#api/features/groups/list/group-page.ts'
import { listProposals, proposeSection } from '#api/features/groups/proposals/proposals.ts'
import { listVersions, restoreVersion } from './versions.ts'
import { writeSection } from './write-section.ts'

export function sectionRoutes(app: RouteContext): void {
  serve(app, api.getGroupPage, { mayLag: true }, ({ db, params }) => getGroupPage(db, params.id))
  serve(app, api.writeSection, ({ deps, viewer, params, body }) =>
    writeSection(deps, viewer, params.groupId, body),
  )
  serve(app, api.listVersions, ({ db, viewer, params: { id, name }, query }) =>
    listVersions(db, viewer, { groupId: id, name }, query),
  )
  serve(app, api.restoreVersion, ({ deps, viewer, params: { id, name }, body }) =>
    restoreVersion(deps, viewer, { groupId: id, name }, body.versionId),
  )
  serve(app, api.proposeSection, ({ deps, viewer, params, body }) =>
    proposeSection(deps, viewer, params.id, body),
  )
  serve(app, api.listProposals, ({ db, viewer, query }) => listProposals(db, viewer, query))
  serve(app, api.decideProposal, ({ deps, viewer, params, body }) =>
    decideProposal(deps, viewer, params.id, body),
  )
}
