import * as api from '@rootsquare/contract/reports'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { createReport } from './create-report.ts'

export function reportRoutes(house: House): void {
  serve(house, api.createReport, ({ deps, viewer, body }) => createReport(deps, viewer, body))
}
