/** Returns at most `max` characters. A text that is cut ends with an ellipsis. */
export function clipText(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
