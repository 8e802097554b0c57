import type { Failure } from '@rootsquare/contract/lib/failure'

type Fields = Record<string, string>
type Extra = Pick<Failure, 'reason' | 'until'> & { headers?: Record<string, string> }

/** An expected error with a text for the user. The error handler turns it into the error body. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly sentences: string[]
  readonly fields: Fields | undefined
  readonly extra: Extra

  constructor(status: number, code: string, message: string | Fields, extra: Extra = {}) {
    const sentences = typeof message === 'string' ? [message] : [...new Set(Object.values(message))]
    super(sentences.join(', '))
    this.status = status
    this.code = code
    this.sentences = sentences
    this.fields = typeof message === 'string' ? undefined : message
    this.extra = extra
  }

  toBody(): Failure {
    const { headers: _, ...extra } = this.extra
    return {
      error: this.sentences,
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...extra,
    }
  }
}

export const invalid = (message: string | Fields, code = 'INVALID') => new ApiError(400, code, message)

export const unauthenticated = (message = 'Please sign in.', code = 'UNAUTHENTICATED') =>
  new ApiError(401, code, message)

export const forbidden = (
  message = 'You are not allowed to do this.',
  code = 'FORBIDDEN',
  extra: Extra = {},
) => new ApiError(403, code, message, extra)

export const notFound = (message = 'Not found.', code = 'NOT_FOUND') => new ApiError(404, code, message)

export const conflict = (message: string | Fields, code = 'CONFLICT') => new ApiError(409, code, message)

export const tooMany = (seconds: number) =>
  new ApiError(429, 'TOO_MANY_REQUESTS', `Too many requests. Please ${retryText(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })

function retryText(seconds: number): string {
  if (seconds <= 90) return 'wait a moment and try again'
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `try again in ${minutes} minutes` : `try again in ${Math.ceil(minutes / 60)} hours`
}

/** A temporary fault of ours, after which the caller should soon try again. */
export const unavailable = (
  message = 'The service is busy. Please try again in a moment.',
  retryAfterSeconds = 5,
) => new ApiError(503, 'UNAVAILABLE', message, { headers: { 'retry-after': String(retryAfterSeconds) } })

/** A fault that lasts until an operator frees space, so the caller waits longer. */
export const storageFull = () =>
  new ApiError(503, 'STORAGE_FULL', 'Our storage is full, so nothing was saved. Please try again later.', {
    headers: { 'retry-after': '300' },
  })
