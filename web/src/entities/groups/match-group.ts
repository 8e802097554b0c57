import type { Group } from '@rootsquare/contract/groups'

/** Letters that Unicode does not decompose into a base letter and an accent. */
const [special, plain] = ['ɓɗƙƴŋɲɛɔəǝ', 'bdkynneoee']

/** `Yorùbá` and `yoruba` are the same name. */
function folded(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  return bare.replaceAll(/\P{ASCII}/gu, (letter) => plain[special.indexOf(letter)] ?? letter)
}

export function isNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames].some((name) => folded(name).includes(folded(typed)))
}

export function isExactlyNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames].some((name) => folded(name) === folded(typed))
}

/** The other name that matches, unless the name itself does. */
export function alsoNamed(group: Group, typed: string): string | undefined {
  if (typed.trim() === '' || folded(group.name).includes(folded(typed))) return undefined
  return group.otherNames.find((name) => folded(name).includes(folded(typed)))
}
