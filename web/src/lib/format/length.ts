/** As the server and a person count: without blanks at the ends, and no letter weighs more than another. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

export function tooLongText(max: number): string {
  return `Maximum ${max} characters allowed`
}
