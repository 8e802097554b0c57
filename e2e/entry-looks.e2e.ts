import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { hold, linkInMail, newcomer, onSignUp } from './entry.ts'
import { test } from './own-origin.ts'
import { answer, pastTheEdge } from './visit.ts'

type Server = { mails: () => Promise<{ to: string; subject: string; text: string }[]> }
/** Brings a screen into one state; what it returns is looked at. */
type Scene = [name: string, play: (page: Page, server: Server) => Promise<unknown>]

const broken = { error: ['A thread has broken.'], message: '', code: 'INTERNAL' }

async function openPicker(page: Page): Promise<void> {
  await onSignUp(page).group.click()
}

const scenes: Scene[] = [
  [
    'sign-up, empty and refused',
    async (page) => {
      await page.goto('/signup')
      await onSignUp(page).submit.click()
      await expect(onSignUp(page).firstName).toHaveAccessibleDescription('Required.')
    },
  ],
  [
    'sign-up, groups found',
    async (page) => {
      await page.goto('/signup')
      await openPicker(page)
      await page.keyboard.type('hoba')
      await expect(page.getByRole('option')).toHaveText(['Kilba also: Höba'])
    },
  ],
  [
    'sign-up, groups on their way',
    async (page) => {
      await hold(page, '**/api/groups?*')
      await page.goto('/signup')
      await openPicker(page)
      await expect(page.getByText('Loading more groups...')).toBeVisible()
    },
  ],
  [
    'sign-up, no group found',
    async (page) => {
      await page.goto('/signup')
      await openPicker(page)
      await page.keyboard.type('no such people')
      await expect(page.getByText('No matching groups found')).toBeVisible()
    },
  ],
  [
    'sign-up, groups failed',
    async (page) => {
      await page.route('**/api/groups?*', (route) => route.abort())
      await page.goto('/signup')
      await openPicker(page)
      const failed = page.getByText('Failed to load ethnic groups. Please refresh and try again.')
      await expect(failed.first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    },
  ],
  [
    'reset request, empty and refused',
    async (page) => {
      await page.goto('/reset-password')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required.')
    },
  ],
  [
    'reset request, on its way and failed',
    async (page) => {
      await page.route('**/api/password/reset', answer(500, broken))
      const line = await hold(page, '**/api/password/reset')
      await page.goto('/reset-password')
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
      await expectNoAxeViolations(page)
      line.release()
      await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible()
    },
  ],
  [
    'reset request, sent to a long address',
    async (page) => {
      await page.goto('/reset-password')
      await page.getByLabel('Email').fill(`${'a-very-long-name-'.repeat(6)}@example.com`)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
    },
  ],
  [
    'new password, refused',
    async (page) => {
      await page.goto('/update-password?vCode=some-code')
      await page.getByLabel('Password', { exact: true }).fill('Abc')
      await page.getByRole('button', { name: 'Update password' }).click()
      await expect(page.getByText('Minimum 8 characters password.')).toBeVisible()
    },
  ],
  [
    'new password, link spent',
    async (page) => {
      await page.goto('/update-password?vCode=some-code')
      await page.getByLabel('Password', { exact: true }).fill('Abcdefgh1#')
      await page.getByLabel('Confirm password').fill('Abcdefgh1#')
      await page.getByRole('button', { name: 'Update password' }).click()
      await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
    },
  ],
  ['new password, no code', (page) => page.goto('/update-password')],
  ['mail sent, address unknown', (page) => page.goto('/mail-sent')],
  [
    'verification, on its way',
    async (page) => {
      await hold(page, '**/api/signup/email/verify')
      await page.goto('/mail-validate?vCode=some-code')
      await expect(page.getByText('Verifying your email…')).toBeVisible()
    },
  ],
  [
    'verification, refused',
    async (page) => {
      await page.goto('/mail-validate?vCode=some-code')
      await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
    },
  ],
  [
    'mail sent, then verified',
    async (page, server) => {
      const { email } = await signUp(page)
      await expect(page.getByText(email)).toBeVisible()
      await expectNoAxeViolations(page)
      expect(await pastTheEdge(page)).toEqual([])
      await page.goto(await linkInMail(server, email))
      await expect(page.getByText('Email verification successful')).toBeVisible()
    },
  ],
  [
    'splash, on a line that hangs',
    async (page) => {
      await page.clock.install()
      await page.route('**/assets/sign-in-page-*.js', () => {})
      await page.goto('/loading')
      await expect(page.getByText('Weaving your square together…')).toBeVisible()
      await page.clock.runFor(8500)
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
      await page.clock.resume()
    },
  ],
]

async function signUp(page: Page) {
  const member = newcomer()
  const group = { id: 1, name: 'Yoruba' }
  const draft = { ...member, firstName: 'Ada', lastName: 'Obi', group, consent: true }
  await page.goto('/favicon.svg')
  await page.evaluate((kept) => sessionStorage.setItem('rootsquare.sign-up', kept), JSON.stringify(draft))
  await page.goto('/signup')
  await onSignUp(page).password.fill(member.password)
  await onSignUp(page).submit.click()
  await page.waitForURL('/mail-sent')
  return member
}

test.describe('how the screens before the square look', () => {
  for (const [name, play] of scenes) {
    for (const width of [360, 1280]) {
      test(`${name}, ${width} px: axe finds nothing, nothing runs past the edge`, async ({
        page,
        server,
      }) => {
        // Axe looks at every element of the page, two or three times.
        test.slow()
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        await play(page, server)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await expectNoAxeViolations(page)
        }
        for (const edge of [width, width === 360 ? 320 : 768]) {
          await page.setViewportSize({ width: edge, height: 800 })
          expect(await pastTheEdge(page), `${edge} px`).toEqual([])
          // Still in the dark.
          if (edge === 768) await expectNoAxeViolations(page)
        }
      })
    }
  }
})
