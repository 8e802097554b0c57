import * as api from '@rootsquare/contract/reports'
import { serve } from '#api/http/serve/serve.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { listReports } from './list-reports.ts'
import { resolveReport } from './resolve-report.ts'

/** A report is made where messages are sent: one call does both. */
export function reportRoutes(app: RouteContext): void {
  serve(app, api.listReports, ({ deps, viewer, query }) => listReports(deps, viewer, query))
  serve(app, api.resolveReport, ({ deps, viewer, params }) => resolveReport(deps, viewer, params.id))
}
