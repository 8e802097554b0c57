/** At most `max` characters, cut anywhere, the last of them an ellipsis where something is left out. */
export function clipText(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
