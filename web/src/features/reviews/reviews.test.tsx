import { getItem, listItems } from '@rootsquare/contract/trade/market'
import { createMessage } from '@rootsquare/contract/messages'
import { listOrders, type Order } from '@rootsquare/contract/trade/orders'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import * as api from '@rootsquare/contract/trade/reviews'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerLater, callsOf } from '#web/test/fake-server.ts'
import { answerMarket, itemWith, sampleSeller } from '#web/test/items.ts'
import { untilSent } from '#web/test/page.ts'
import { openApp } from '#web/test/open-app.tsx'
import { drumLine, reference, sampleOrder } from '#web/test/orders.ts'
import { button, dialog, noDialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'
import { sampleReport } from '#web/test/reports.ts'
import { reviewPage, reviewWith } from '#web/test/reviews.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const { rating } = reviewPage([])

beforeEach(() => {
  answerMarket()
  answer(listItems, () => pageWith([itemWith({ rating })]))
  answer(getItem, () => itemWith({ rating }))
  answer(getSeller, () => ({ ...sampleSeller, rating }))
  answer(api.listItemReviews, () => reviewPage([reviewWith()]))
})

async function openReviews() {
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  return { user, item, section: within(await item.findByRole('region', { name: 'Reviews' })) }
}

describe('the reviews of an item', () => {
  test('shows average, spread, order and texts of the reviews', async () => {
    const { user, item, section } = await openReviews()
    expect(await section.findByText('Loud and well made')).toBeVisible()
    expect(item.getByText('Rated 4.3 of 5 in 3 reviews')).toBeVisible()
    const spread = within(section.getByRole('list', { name: 'Ratings' })).getAllByRole('listitem')
    expect(spread.map(({ firstChild }) => firstChild?.textContent)).toEqual([
      '5 stars: 2',
      '4 stars: 0',
      '3 stars: 1',
      '2 stars: 0',
      '1 star: 0',
    ])
    await user.click(section.getByRole('radio', { name: 'Newest' }))
    await waitFor(() =>
      expect(callsOf(api.listItemReviews).map(({ query }) => query.sort)).toEqual(['helpful', 'newest']),
    )
    await section.findByText('Loud and well made')
    await user.click(section.getByRole('button', { name: 'Enlarge picture 1' }))
    expect(await screen.findByRole('dialog', { name: 'Pictures of Drum' })).toBeVisible()
  })

  test('does not request reviews of an item without any', async () => {
    answer(getItem, () => itemWith())
    const { section } = await openReviews()
    expect(section.getByText(/^No reviews yet/)).toBeVisible()
    expect(callsOf(api.listItemReviews)).toEqual([])
  })

  test('loads failed reviews again with Retry', async () => {
    answer(api.listItemReviews, () => rejected(500, 'Oops'))
    const { user, section } = await openReviews()
    expect(await section.findByText('The reviews could not be loaded.')).toBeVisible()
    answer(api.listItemReviews, () => reviewPage([reviewWith()]))
    await user.click(section.getByRole('button', { name: /try again|retry/i }))
    expect(await section.findByText('Loud and well made')).toBeVisible()
  })

  test('shows a helpful vote at once and removes it after a failure', async () => {
    const { user, section } = await openReviews()
    answer(api.voteHelpful, () => ({ helpful: true, count: 3 }))
    const helpful = (count: number) =>
      section.findByRole('button', { name: `Helpful: the review by Ada Obi, ${count}` })
    await user.click(await helpful(2))
    expect(await helpful(3)).toHaveAttribute('aria-pressed', 'true')
    await untilSent()
    const release = answerLater(api.voteHelpful, () => rejected(500, 'Please try again.'))
    await user.click(await helpful(3))
    expect(await helpful(2)).toHaveAttribute('aria-pressed', 'false')
    release()
    await notice('Please try again.')
    expect(await helpful(3)).toHaveAttribute('aria-pressed', 'true')
  })

  test('shows the confirmed vote after two quick ones were rejected', async () => {
    const { user, section } = await openReviews()
    const release = answerLater(api.voteHelpful, () => rejected(500, 'Please try again.'))
    const helpful = (count: number) =>
      section.findByRole('button', { name: `Helpful: the review by Ada Obi, ${count}` })
    await user.click(await helpful(2))
    await user.click(await helpful(3))
    expect(await helpful(2)).toHaveAttribute('aria-pressed', 'false')
    release()
    await waitFor(() => expect(callsOf(api.voteHelpful)).toHaveLength(2))
    await notice('Please try again.')
    expect(await helpful(2)).toHaveAttribute('aria-pressed', 'false')
  })

  test('reports a review', async () => {
    answer(createMessage, () => sampleReport({ targetType: 'review', targetId: 3, userId: 5 }))
    const { user, section } = await openReviews()
    await user.click(await section.findByRole('button', { name: 'Options for the review by Ada Obi' }))
    await user.click(await button('Report review'))
    const report = await dialog('Report review')
    await user.type(report.getByLabelText('Reason'), 'Not true')
    await user.click(report.getByRole('button', { name: 'Report' }))
    await noDialog('Report review')
    expect(callsOf(createMessage)[0]?.body).toMatchObject({ reviewId: 3, reason: 'Not true' })
  })

  test('lets the seller reply to a review once', async () => {
    const can = { ...reviewWith().can, reply: true }
    answer(api.listItemReviews, () => reviewPage([reviewWith({ can })]))
    const { user, section } = await openReviews()
    const field = await section.findByLabelText('Reply to Ada Obi')
    await user.click(section.getByRole('button', { name: 'Reply' }))
    expect(field).toHaveFocus()
    await user.type(field, 'Thank you!')
    const reply = { text: 'Thank you!', createdDate: '2026-01-03T10:00:00.000Z' }
    answer(api.replyToReview, () => reviewWith({ reply }))
    answer(api.listItemReviews, () => reviewPage([reviewWith({ reply })]))
    await user.click(section.getByRole('button', { name: 'Reply' }))
    expect(await section.findByText('Reply of the seller')).toBeVisible()
    expect(section.queryByLabelText('Reply to Ada Obi')).toBeNull()
    expect(callsOf(api.replyToReview).map(({ body }) => body)).toEqual([{ text: 'Thank you!' }])
  })

  test('focuses the reply after it was sent', async () => {
    const can = { ...reviewWith().can, reply: true }
    answer(api.listItemReviews, () => reviewPage([reviewWith({ can })]))
    const { user, section } = await openReviews()
    await user.type(await section.findByLabelText('Reply to Ada Obi'), 'Thank you!')
    const reply = { text: 'Thank you!', createdDate: '2026-01-03T10:00:00.000Z' }
    answer(api.replyToReview, () => reviewWith({ reply }))
    answer(api.listItemReviews, () => reviewPage([reviewWith({ reply })]))
    await user.click(section.getByRole('button', { name: 'Reply' }))
    expect((await section.findByText('Reply of the seller')).closest('div')).toHaveFocus()
  })

  test('lets authors change and delete their reviews', async () => {
    const can = { update: true, delete: true, reply: false, vote: false, report: false }
    answer(api.listItemReviews, () => reviewPage([reviewWith({ can })]))
    const { user, section } = await openReviews()
    const options = () => section.findByRole('button', { name: 'Options for the review by Ada Obi' })
    await user.click(await options())
    await user.click(await button('Edit review'))
    const edit = await dialog('Edit review')
    expect(edit.getByRole('radio', { name: '4 stars: Good' })).toBeChecked()
    await user.keyboard('{ArrowRight}')
    answer(api.updateReview, () => reviewWith({ can, rating: 5 }))
    await user.click(edit.getByRole('button', { name: 'Save review' }))
    await noDialog('Edit review')
    expect(callsOf(api.updateReview)[0]?.body).toEqual({
      rating: 5,
      text: 'Loud and well made',
      images: ['/media/drum.webp'],
    })
    answer(api.deleteReview, () => null)
    await user.click(await options())
    await user.click(await button('Delete review'))
    await user.click((await dialog('Delete review?')).getByRole('button', { name: 'Delete review' }))
    await notice('Review deleted')
    expect(callsOf(api.deleteReview)).toHaveLength(1)
  })
})

describe('a completed order', () => {
  const order = (review: boolean): Order => ({
    ...sampleOrder,
    orderStatus: 'COMPLETED',
    orderItemList: [{ ...drumLine, state: 'COMPLETED', can: { ...drumLine.can, review } }],
  })

  test('offers a review with a draft and sends it once', async () => {
    answer(listOrders, () => pageWith([order(true)]))
    const user = await openApp(`/my-order/${reference}`)
    await user.click(await button('Write a review of Drum'))
    let form = await dialog('Review Drum')
    await user.click(form.getByRole('button', { name: 'Post review' }))
    expect(form.getByText('Please choose a rating.')).toBeVisible()
    expect(form.getByText('Required.')).toBeVisible()
    await user.click(form.getByRole('radio', { name: '3 stars: Okay' }))
    await user.type(form.getByLabelText('Your review'), 'Fine')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(await button('Write a review of Drum'))
    form = await dialog('Review Drum')
    expect(form.getByText('Draft restored')).toBeVisible()
    expect(form.getByRole('radio', { name: '3 stars: Okay' })).toBeChecked()
    answer(api.createReview, () => rejected(409, 'You have reviewed this purchase already.'))
    await user.click(form.getByRole('button', { name: 'Post review' }))
    await notice('You have reviewed this purchase already.')
    answer(api.createReview, () => reviewWith())
    answer(listOrders, () => pageWith([order(false)]))
    await user.click(form.getByRole('button', { name: 'Post review' }))
    await notice('Thank you. Your review helps others to choose.')
    await noDialog('Review Drum')
    expect(lastOf(callsOf(api.createReview))?.body).toEqual({
      orderLineId: 31,
      rating: 3,
      text: 'Fine',
      images: [],
    })
    await waitFor(() => expect(screen.getByText('You have reviewed this.')).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Write a review of Drum' })).toBeNull()
  })
})
