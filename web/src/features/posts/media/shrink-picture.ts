import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import { Unfit, unfitKind, unfitWords } from '#web/features/posts/composer/composer-files.ts'
import { smallerPicture } from '#web/lib/media/smaller-picture.ts'

const known: readonly string[] = imageTypes

export async function shrinkPicture(file: File): Promise<File> {
  const made = await smallerPicture(file)
  if (made.type !== '' && !known.includes(made.type)) throw new Unfit(unfitKind(file))
  if (made.size > maxImageBytes) throw new Unfit(unfitWords.heavyImage)
  return made
}
