import { ApiError } from '#api/http/api-error.ts'

/** The provider could not be asked, or did not do what was asked. */
export const providerUnavailable = (message: string, status = 502, headers: Record<string, string> = {}) =>
  new ApiError(status, 'PROVIDER_TROUBLE', message, { headers })
