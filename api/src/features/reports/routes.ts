import * as api from '@rootsquare/contract/reports'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { listReports } from './list-reports.ts'
import { resolveReport } from './resolve-report.ts'

/** Does not serve the creation of reports: as the spec says, the endpoint that sends messages does that. */
export function reportRoutes(app: RouteContext): void {
  serve(app, api.listReports, ({ deps, viewer, query }) => listReports(deps, viewer, query))
  serve(app, api.resolveReport, ({ deps, viewer, params }) => resolveReport(deps, viewer, params.id))
}
