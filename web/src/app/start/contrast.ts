/** Loads the styles for forced colours and for more contrast only where somebody asks for them. */
export function watchContrast(): void {
  const asked = matchMedia('(forced-colors: active), (prefers-contrast: more)')
  const load = () => asked.matches && void import('#web/app/theme/contrast.css')
  asked.addEventListener('change', load)
  load()
}
