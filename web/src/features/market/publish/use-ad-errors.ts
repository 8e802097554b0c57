import { useState } from 'react'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { troubleInPictures } from '#web/features/market/publish/ad-picture.ts'
import { tooLong, troublesIn } from '#web/features/market/publish/ad-errors.ts'
import type { Troubles } from '#web/features/market/publish/ad-errors.ts'
import type { AdDesk } from '#web/features/market/publish/use-ad-form.ts'

/** What is wrong with which field. It holds until the field is changed. */
export function useAdTroubles(desk: AdDesk, onFound: (found: Troubles) => void) {
  const [said, setSaid] = useState<Troubles>({})

  /** Whether there was anything to say. */
  function complain(found: Troubles): boolean {
    const isAny = Object.keys(found).length > 0
    setSaid(found)
    if (isAny) onFound(found)
    return isAny
  }

  function change(part: Partial<Ad>): void {
    desk.change(part)
    setSaid((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
  }

  const { pictures, ...others } = said
  // Pictures come and go by themselves: what was said of them holds only as long as it is so.
  const isStill =
    pictures !== undefined && (pictures === pictureTrouble(desk) || pictureTrouble(desk) === null)
  const troubles = { ...others, ...(isStill && { pictures }), ...tooLong(desk.ad) }
  return { troubles, complain, change }
}

/** All at once. The categories of an item that stands are not asked for again. */
export function troublesOf(desk: AdDesk): Troubles {
  const { genreIds, ...found } = troublesIn(desk.ad)
  const picture = pictureTrouble(desk)
  return {
    ...(picture !== null && { pictures: picture }),
    ...found,
    ...(desk.known === undefined && genreIds !== undefined && { genreIds }),
  }
}

/** One that was put up without a picture may stay so. */
function pictureTrouble({ known, pictures }: AdDesk): string | null {
  return troubleInPictures(pictures.pictures, known === undefined || known.imageUrl !== null)
}
