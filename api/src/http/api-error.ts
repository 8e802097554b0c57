import type { Failure } from '@rootsquare/contract/failure'

type Fields = Record<string, string>
type Extra = Pick<Failure, 'reason' | 'until'> & { headers?: Record<string, string> }

/** A no with a reason for the person who asked. The error handler turns it into the one error form. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly sentences: string[]
  readonly fields: Fields | undefined
  readonly extra: Extra

  constructor(status: number, code: string, words: string | Fields, extra: Extra = {}) {
    const sentences = typeof words === 'string' ? [words] : [...new Set(Object.values(words))]
    super(sentences.join(', '))
    this.status = status
    this.code = code
    this.sentences = sentences
    this.fields = typeof words === 'string' ? undefined : words
    this.extra = extra
  }

  toBody(): Failure {
    const { headers: _, ...told } = this.extra
    return {
      error: this.sentences,
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...told,
    }
  }
}

export const invalid = (words: string | Fields, code = 'INVALID') => new ApiError(400, code, words)

export const unauthenticated = (words = 'Please sign in.', code = 'UNAUTHENTICATED') =>
  new ApiError(401, code, words)

export const forbidden = (words = 'You are not allowed to do this.', code = 'FORBIDDEN', extra: Extra = {}) =>
  new ApiError(403, code, words, extra)

export const notFound = (words = 'Not found.', code = 'NOT_FOUND') => new ApiError(404, code, words)

export const conflict = (words: string | Fields, code = 'CONFLICT') => new ApiError(409, code, words)

export const tooMany = (seconds: number) =>
  new ApiError(429, 'TOO_MANY_REQUESTS', `Too many requests. Please ${whenAgain(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })

function whenAgain(seconds: number): string {
  if (seconds <= 90) return 'wait a moment and try again'
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `try again in ${minutes} minutes` : `try again in ${Math.ceil(minutes / 60)} hours`
}

/** Ours, but passing: the caller should come back. */
export const unavailable = (words = 'The service is busy. Please try again in a moment.') =>
  new ApiError(503, 'UNAVAILABLE', words, { headers: { 'retry-after': '5' } })

/** Ours too, and over only when somebody has made room. */
export const storageFull = () =>
  new ApiError(503, 'STORAGE_FULL', 'Our storage is full, so nothing was saved. Please try again later.', {
    headers: { 'retry-after': '300' },
  })
