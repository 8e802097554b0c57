import { CallFailure } from '#web/lib/call.ts'

/** The spec's order: what the server says of these three, else one sentence for a refusal, another for no answer. */
export function signUpFailureText(failure: Error): string {
  const { emailAddress, username, cipherCode } = failure instanceof CallFailure ? failure.fields : {}
  const said = [emailAddress, username, cipherCode].filter((sentence) => sentence !== undefined)
  if (said.length > 0) return said.join(', ')
  return hasErrorBody(failure)
    ? 'Registration failed. Please check your inputs.'
    : 'Something went wrong. Please try again later.'
}

/** What else the server said, which the spec's sentence leaves out. */
export function signUpFailureDetail(failure: Error): string | undefined {
  if (!(failure instanceof CallFailure) || !hasErrorBody(failure)) return undefined
  const said = failure.sentences.join(', ') || failure.message
  return said === signUpFailureText(failure) ? undefined : said
}

function hasErrorBody(failure: Error): boolean {
  if (!(failure instanceof CallFailure) || failure.status === 0) return false
  return failure.sentences.length > 0 || failure.message !== '' || Object.keys(failure.fields).length > 0
}
