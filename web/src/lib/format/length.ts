/** Counts as the server does: trimmed, in code points. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

export function tooLongText(max: number): string {
  return `Maximum ${max} characters allowed`
}
