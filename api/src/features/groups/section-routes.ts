import * as api from '@rootsquare/contract/sections'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { decideProposal } from './decide-proposal.ts'
import { getGroupPage } from './group-page.ts'
import { listProposals, proposeSection } from './proposals.ts'
import { listVersions, restoreVersion } from './versions.ts'
import { writeSection } from './write-section.ts'

export function sectionRoutes(house: House): void {
  serve(house, api.getGroupPage, ({ db, params }) => getGroupPage(db, params.id))
  serve(house, api.writeSection, ({ deps, viewer, params, body }) =>
    writeSection(deps, viewer, params.groupId, body),
  )
  serve(house, api.listVersions, ({ db, viewer, params: { id, name }, query }) =>
    listVersions(db, viewer, { groupId: id, name }, query),
  )
  serve(house, api.restoreVersion, ({ deps, viewer, params: { id, name }, body }) =>
    restoreVersion(deps, viewer, { groupId: id, name }, body.versionId),
  )
  serve(house, api.proposeSection, ({ deps, viewer, params, body }) =>
    proposeSection(deps, viewer, params.id, body),
  )
  serve(house, api.listProposals, ({ db, viewer, query }) => listProposals(db, viewer, query))
  serve(house, api.decideProposal, ({ deps, viewer, params, body }) =>
    decideProposal(deps, viewer, params.id, body),
  )
}
