import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import type { VariantColorsResolver } from '@mantine/core'

/** The same name is read by the script in index.html before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'rootsquare.theme' })

/** Components are coloured by the names of our tokens: primary, clay, gold, leaf, error. */
const coloredByTokens: VariantColorsResolver = ({ color = 'primary', variant }) => {
  if (variant === 'light')
    return {
      background: `var(--${color}-soft)`,
      hover: `color-mix(in srgb, var(--${color}-soft) 88%, var(--ink))`,
      color: `var(--on-${color}-soft)`,
      border: '0 solid transparent',
    }
  if (variant === 'outline')
    return {
      background: 'transparent',
      hover: 'var(--surface2)',
      color: 'var(--ink)',
      border: '1.5px solid var(--line-strong)',
    }
  return {
    background: `var(--${color})`,
    hover: `color-mix(in srgb, var(--${color}) 86%, var(--bg))`,
    color: `var(--on-${color})`,
    border: '0 solid transparent',
  }
}

export const theme = createTheme({
  variantColorResolver: coloredByTokens,
  components: {
    TextInput: { defaultProps: { size: 'lg' } },
  },
})
