import { deletedUserName } from '@rootsquare/contract/profiles'

export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`
}

/** Returns null for an erased member, who has no username. */
export const usernameOf = ({ username }: { username: string }) =>
  username === deletedUserName ? null : username

// Firefox has Intl.Segmenter since version 125.
const letter =
  /^(?:\p{RI}{2}|\p{Extended_Pictographic}[\p{EMod}\p{M}]*(?:\u200d\p{Extended_Pictographic}[\p{EMod}\p{M}]*)*|[^])\p{M}*/u

/** A letter may have several code points, which stay together: `Ọ̀` has two, and an emoji may have many. */
export function firstLetterOf(text: string): string {
  return letter.exec(text)?.[0] ?? ''
}
