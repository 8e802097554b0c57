import { CallError } from '#web/lib/net/call.ts'

/** By their names on the wire. */
const shownFields = [
  'firstName',
  'lastName',
  'username',
  'emailAddress',
  'cipherCode',
  'groupId',
  'consent',
] as const

/** The spec's order: what the server says of these three, else one sentence for a refusal, another for no answer. */
export function signUpFailureText(failure: Error): string {
  const { emailAddress, username, cipherCode } = failure instanceof CallError ? failure.fields : {}
  const said = [emailAddress, username, cipherCode].filter((sentence) => sentence !== undefined)
  if (said.length > 0) return said.join(', ')
  return hasErrorBody(failure)
    ? 'Registration failed. Please check your inputs.'
    : 'Something went wrong. Please try again later.'
}

/** What the page has to say beside the form, sentence by sentence: nothing that stands at a field already. */
export function signUpNotice(failure: Error): string[] {
  if (!(failure instanceof CallError) || !hasErrorBody(failure)) return [signUpFailureText(failure)]
  const atFields = shownFields.flatMap((name) => failure.fields[name] ?? [])
  const said = failure.sentences.length > 0 ? failure.sentences : [failure.message]
  const more = said.filter((sentence) => sentence !== '' && !atFields.includes(sentence))
  if (atFields.length > 0) return [...new Set(more)]
  return [...new Set([signUpFailureText(failure), ...more])]
}

function hasErrorBody(failure: Error): boolean {
  if (!(failure instanceof CallError) || failure.status === 0) return false
  return failure.sentences.length > 0 || failure.message !== '' || Object.keys(failure.fields).length > 0
}
