import { ApiError } from '#api/http/api-error.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'

/** The provider could not be reached or did not carry out the request. */
export const providerUnavailable = (message: string, status = 502, headers: Record<string, string> = {}) =>
  new ApiError(status, 'PROVIDER_TROUBLE', message, { headers })

/** For staff who wait for what the provider knows. */
export function throwUnanswered(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  throw providerUnavailable('The provider does not answer. Please try again in a moment.')
}
