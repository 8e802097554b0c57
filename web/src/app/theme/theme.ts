import { createTheme, localStorageColorSchemeManager } from '@mantine/core'

/** The same name is read by the script in index.html before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'rootsquare.theme' })

export const theme = createTheme({
  components: {
    TextInput: { defaultProps: { size: 'lg' } },
  },
})
