import * as api from '@rootsquare/contract/reports'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { listReports } from './list-reports.ts'
import { resolveReport } from './resolve-report.ts'

/** A report is made where messages are sent: one call does both. */
export function reportRoutes(house: House): void {
  serve(house, api.listReports, ({ deps, viewer, query }) => listReports(deps, viewer, query))
  serve(house, api.resolveReport, ({ deps, viewer, params }) => resolveReport(deps, viewer, params.id))
}
