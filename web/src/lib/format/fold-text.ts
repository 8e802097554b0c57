/** Letters that Unicode does not decompose into a base letter and an accent. */
const [special, plain] = ['ɓɗƙƴŋɲɛɔəǝ', 'bdkynneoee']

/** Folds case and accents, so that `Yorùbá` and `yoruba` are the same name. */
export function foldText(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  return bare.replaceAll(/\P{ASCII}/gu, (letter) => plain[special.indexOf(letter)] ?? letter)
}
