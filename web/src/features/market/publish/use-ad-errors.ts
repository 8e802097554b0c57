import { useState } from 'react'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { picturesErrorIn } from '#web/features/market/publish/ad-picture.ts'
import { tooLong, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'
import type { AdErrors } from '#web/features/market/publish/ad-errors.ts'
import type { AdForm } from '#web/features/market/publish/use-ad-form.ts'

/** An error is shown until its field is changed. */
export function useAdErrors(form: AdForm, onFound: (found: AdErrors) => void) {
  const [shown, setShown] = useState<AdErrors>({})

  function showErrors(found: AdErrors): boolean {
    const isAny = Object.keys(found).length > 0
    setShown(found)
    if (isAny) onFound(found)
    return isAny
  }

  function change(part: Partial<Ad>): void {
    form.change(part)
    setShown((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
  }

  const { pictures, ...others } = shown
  // Uploads end by themselves, so the error of the pictures is shown only as long as it is true.
  const isStill = pictures !== undefined && (pictures === pictureError(form) || pictureError(form) === null)
  const errors = { ...others, ...(isStill && { pictures }), ...tooLong(form.ad) }
  return { errors, showErrors, change }
}

/** The categories of an existing item cannot be changed, so they are not checked. */
export function formErrors(form: AdForm): AdErrors {
  const { genreIds, ...found } = adErrorsIn(form.ad)
  const picture = pictureError(form)
  return {
    ...(picture !== null && { pictures: picture }),
    ...found,
    ...(form.known === undefined && genreIds !== undefined && { genreIds }),
  }
}

/** An item that was created without a picture may stay without one. */
function pictureError({ known, pictures }: AdForm): string | null {
  return picturesErrorIn(pictures.pictures, known === undefined || known.imageUrl !== null)
}
