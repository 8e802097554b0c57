import { enter, test } from './visit.ts'
test('shots', async ({ page, token }) => {
  await enter(page, token)
  for (const [w, h, scheme, path] of [[1280, 900, 'light', '?state=NG-PL'], [1280, 900, 'dark', '?state=NG-LA'], [768, 900, 'light', ''], [360, 740, 'dark', '?state=NG-AD'], [320, 700, 'light', '?view=map&state=NG-LA']] as const) {
    await page.setViewportSize({ width: w, height: h })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/group-map' + path, { waitUntil: 'networkidle' })
    if (w === 1280) { await page.locator('[data-code=NG-KD]').focus(); await page.keyboard.press('ArrowLeft') }
    await page.screenshot({ path: `/tmp/w4-${w}-${scheme}.png` })
  }
})
