import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { propertyOf } from '#web/lib/browser/property-of.ts'

/** Values for the address of a page. Those that are undefined are left out. */
export type Params = Record<string, string | undefined>
type Values = Record<string, string | number | boolean | undefined>

/** Writes values as the address has them, so that a link to the current page is recognised as such. */
export function paramsOf(values: Values): Params {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
}

/** Reads a parameter from an address, or a value that a link will write into one. */
export function textIn(search: unknown, name: string): string | undefined {
  const value = propertyOf(search, name)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

const longestText = 100

/** Reads what somebody searches for. */
export function searchTextIn(search: unknown, name: string): string {
  return [...(textIn(search, name) ?? '').trim()].slice(0, longestText).join('')
}

export function oneOf<const Value extends string>(values: readonly Value[], text: string | undefined) {
  return values.find((value) => value === text)
}

export function idIn(text: string | undefined): number | undefined {
  return wholeIn(text, 1, Number.MAX_SAFE_INTEGER)
}

export function wholeIn(text: string | undefined, min: number, max: number): number | undefined {
  const number = text !== undefined && /^\d+$/.test(text) ? Number(text) : -1
  return number >= min && number <= max ? number : undefined
}

type Options = {
  isReplaced: boolean
  isFromTop?: boolean
  /** Whether an open dialog stays open. Otherwise its entry is replaced, so that Back does not lead to a closed one. */
  keepsLayers?: boolean
}

/**
 * Returns a function that changes the parameters of the current page. The change starts from the current address, so
 * that a search typed before does not undo a filter chosen since.
 */
export function useSetSearch() {
  const router = useRouter()
  const navigate = useNavigate()
  return useCallback(
    (
      change: (now: unknown) => Params,
      { isReplaced, isFromTop = false, keepsLayers = false }: Options,
    ): void => {
      const { layers = [] } = router.history.location.state
      void navigate({
        to: '.',
        search: change,
        replace: isReplaced || (layers.length > 0 && !keepsLayers),
        state: { keepsFocus: true, ...(keepsLayers && { layers }) },
        resetScroll: isFromTop,
      })
    },
    [router, navigate],
  )
}
