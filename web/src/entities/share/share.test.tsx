import { getProfile, getProfileByUsername } from '@rootsquare/contract/profiles'
import { memberPosts } from '@rootsquare/contract/posts'
import { listItems } from '@rootsquare/contract/trade/market'
import { listSellerReviews } from '@rootsquare/contract/trade/reviews'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { userEvent } from '@testing-library/user-event'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/test/fake-server.ts'
import { answerGroup, visitor } from '#web/test/group-answers.ts'
import { answerMarket, sampleSeller } from '#web/test/items.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, press } from '#web/test/page.ts'
import { feedPage } from '#web/test/posts.ts'
import { profileWith } from '#web/test/profile.ts'
import { reviewPage } from '#web/test/reviews.ts'
import { noDialog, pageWith } from '#web/test/trade-screen.ts'

const sade = profileWith({ id: 2, username: 'sade', firstname: 'Ṣadé', lastname: 'Ojo' })

function answerAll(): void {
  answerGroup({ standing: visitor })
  answerMarket()
  answer(listItems, () => pageWith([]))
  answer(getProfile, () => sade)
  answer(getProfileByUsername, () => sade)
  answer(memberPosts, () => feedPage([]))
  answer(getSeller, () => sampleSeller)
  answer(listSellerReviews, () => reviewPage([]))
}

test.each([
  { at: '/group/7', opener: 'Share Waja', link: '/group/7', name: 'Waja', title: 'Waja' },
  { at: '/marketplace?item=7', opener: 'Share Drum', link: '/item/7', name: 'Drum', title: 'Drum' },
  { at: '/u/sade', opener: 'Share profile', link: '/u/sade', name: 'Ṣadé Ojo', title: 'Ṣadé Ojo' },
  { at: '/shop/2', opener: 'Share shop', link: '/shop/2', name: 'Ṣadé Ojo', title: 'The shop of Ṣadé Ojo' },
])('shares $link, by WhatsApp first', async ({ at, opener, link, name, title }) => {
  answerAll()
  await openApp(at)
  await press(opener)
  const sheet = within(await dialog('Share'))
  expect(sheet.getByText(title)).toBeVisible()
  const services = sheet.getAllByRole('link')
  const labels = services.map(({ textContent }) => textContent?.replace('(opens in a new tab)', ''))
  expect(labels).toEqual(['WhatsApp', 'Facebook', 'X'])
  const { searchParams } = new URL(services[0]?.getAttribute('href') ?? '')
  expect(searchParams.get('text')).toBe(`${name} on Rootsquare ${location.origin}${link}`)
  await userEvent.keyboard('{Escape}')
  await noDialog('Share')
  expect(await button(opener)).toHaveFocus()
})
