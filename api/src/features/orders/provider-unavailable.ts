import { ApiError } from '#api/http/api-error.ts'

/** The provider could not be reached or did not carry out the request. */
export const providerUnavailable = (message: string, status = 502, headers: Record<string, string> = {}) =>
  new ApiError(status, 'PROVIDER_TROUBLE', message, { headers })
