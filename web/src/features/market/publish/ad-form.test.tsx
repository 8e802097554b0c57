import { getProfile } from '@rootsquare/contract/profiles'
import { listBlocked, listFollowers, listFollowing } from '@rootsquare/contract/people'
import { listMemberGroups } from '@rootsquare/contract/groups'
import {
  changeItemImage,
  createItem,
  deleteItem,
  getItem,
  listItems,
} from '@rootsquare/contract/trade/market'
import { sellerFigures } from '@rootsquare/contract/trade/orders'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { answerUploads, FakeUpload, pictureFile, uploadOf } from '#web/test/fake-upload.ts'
import { answerMarket, can, itemWith } from '#web/test/items.ts'
import { onlyPage, sampleProfile } from '#web/test/members.ts'
import { openApp } from '#web/test/open-app.tsx'
import { existing } from '#web/test/page.ts'
import { button, dialog, noDialog, notice } from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const ownItem = itemWith({ userId: 1, can: can.seller, imageUrl: '/media/drum.png' })
const list = () => screen.queryByRole('list', { name: 'Pictures of the item' })
const pictureTiles = () => {
  const shown = list()
  return shown === null ? [] : within(shown).getAllByRole('listitem')
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Files of the pictures'), { target: { files } })

let items = [ownItem]

beforeEach(() => {
  answerMarket()
  answerUploads()
  items = []
  answer(getProfile, () => sampleProfile({ itemsCount: items.length }))
  answer(listItems, () => onlyPage(items))
  answer(sellerFigures, () => Promise.reject(new Rejection(404, 'Not here')))
  for (const rows of [listFollowers, listFollowing, listBlocked, listMemberGroups])
    answer(rows, () => onlyPage([]))
})

async function openNewAdForm() {
  const user = await openApp('/profile/items')
  for (const publish of (await screen.findAllByRole('button', { name: 'Publish ads' })).slice(0, 1))
    await user.click(publish)
  return { user, form: await dialog('Publish ads') }
}

test('resends a failed picture and lists all missing fields', async () => {
  const { user, form } = await openNewAdForm()
  const add = form.getByRole('button', { name: 'Add' })
  choose(pictureFile('mat.png'))
  await (await uploadOf(1)).respond(500, { error: ['No space left.'], message: '', code: 'INTERNAL' })
  const failed = () => within(existing(pictureTiles()[0])).getByRole('alert')
  await waitFor(() => expect(failed()).toHaveTextContent('No space left.'))
  expect(add).toBeDisabled()
  await user.click(await button('Retry the upload of picture 1'))
  expect(await button('Remove picture 1')).toHaveFocus()
  await (await uploadOf(2)).arrive()
  await waitFor(() => expect(add).toBeEnabled())
  await user.click(add)
  expect(form.getAllByText('Required.')).toHaveLength(4)
  expect(form.getByText('Please choose a category.')).toBeVisible()
  expect(form.getByLabelText('Name')).toHaveFocus()
})

test('adds, removes and reorders seven pictures by keyboard', async () => {
  const { user, form } = await openNewAdForm()
  choose(new File(['x'], 'film.mp4', { type: 'video/mp4' }))
  await notice('film.mp4: Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.')
  choose(pictureFile('text.png'))
  await (await uploadOf(1)).respond(415, { error: ['No picture'], message: '' })
  await waitFor(() => expect(pictureTiles()[0]).toHaveTextContent('No picture'))
  expect(screen.queryByRole('button', { name: 'Retry the upload of picture 1' })).toBeNull()
  await user.click(await button('Remove picture 1'))
  choose(...Array.from({ length: 8 }, (_, at) => pictureFile(`${at}.png`)))
  await notice('An item can have at most 7 pictures.')
  expect(pictureTiles()).toHaveLength(7)
  expect(form.queryByRole('button', { name: /^(Choose a|Add more) picture/ })).toBeNull()
  expect(await button('Remove picture 7')).toHaveFocus()
  await uploadOf(8)
  for (const one of FakeUpload.sent.slice(1)) await one.arrive()
  expect(within(existing(pictureTiles()[0])).getByText('Main picture')).toBeVisible()
  for (let left = 6; left >= 3; left -= 1) await user.click(await button('Remove picture 3'))
  expect(pictureTiles()).toHaveLength(3)
  ;(await button('Move picture 3 earlier')).focus()
  await user.keyboard('{Enter}')
  expect(await button('Move picture 2 earlier')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await button('Move picture 1 earlier')).toHaveFocus()
  await user.keyboard('{Escape}')
  await noDialog()
  for (const publish of screen.getAllByRole('button', { name: 'Publish ads' }).slice(0, 1))
    await user.click(publish)
  await dialog('Publish ads')
  const sources = pictureTiles().map((tile) => tile.querySelector('img')?.getAttribute('src'))
  expect(sources).toEqual(['/media/6.png', '/media/0.png', '/media/1.png'])
})

test('restores the form after closing or a failure until it is sent', async () => {
  const { user, form } = await openNewAdForm()
  choose(pictureFile('mat.png'), pictureFile('side.png'))
  await uploadOf(2)
  for (const one of FakeUpload.sent) await one.arrive()
  await user.type(form.getByLabelText('Name'), 'Raffia mat')
  await user.keyboard('{Escape}')
  await noDialog()
  const publish = await button('Publish ads')
  await user.click(publish)
  const again = await dialog('Publish ads')
  expect(again.getByText('Draft restored')).toBeVisible()
  expect(again.getByLabelText('Name')).toHaveValue('Raffia mat')
  expect(again.getByText('Main picture')).toBeVisible()
  await user.type(again.getByLabelText('Description'), 'Woven in Bida')
  await user.type(again.getByLabelText('Price'), '0.10')
  await user.type(again.getByLabelText('Stock'), '2')
  await user.click(await again.findByRole('checkbox', { name: 'Beads' }))
  answer(createItem, () => Promise.reject(noConnection))
  await user.click(again.getByRole('button', { name: 'Add' }))
  expect(await again.findByText(/network/i)).toBeVisible()
  answer(createItem, () => {
    items = [{ ...ownItem, isApproved: false }]
    return { ...ownItem, isApproved: false }
  })
  await user.click(again.getByRole('button', { name: 'Add' }))
  await notice('Your item is with the admins. It will be seen once they have approved it.')
  const body = { name: 'Raffia mat', description: 'Woven in Bida', price: 0.1, stock: 2, genreIds: [1] }
  const pictures = { imageUrl: '/media/mat.png', images: ['/media/side.png'] }
  expect(lastOf(callsOf(createItem))?.body).toMatchObject({ ...body, ...pictures })
  await noDialog()
  for (const opener of screen.getAllByRole('button', { name: 'Publish ads' }).slice(0, 1))
    await user.click(opener)
  const empty = await dialog('Publish ads')
  expect(empty.getByLabelText('Name')).toHaveValue('')
  expect(empty.queryByText('Draft restored')).toBeNull()
})

/** Opens the form of the member's only item from the list of their items. */
async function openUpdateForm(item = ownItem) {
  items = [item]
  answer(getItem, () => item)
  const user = await openApp('/profile/items')
  await user.click(await button(/^Update Item/))
  return { user, form: await dialog('Update Item') }
}

test('unapproves an item when its picture changes', async () => {
  const { user, form } = await openUpdateForm()
  await user.click(await button('Remove picture 1'))
  expect(await button(/^Choose a picture/)).toHaveFocus()
  choose(pictureFile('other.png'))
  expect(form.getByText(/^Saving this takes the item out of the marketplace/)).toBeVisible()
  await (await uploadOf(1)).arrive()
  answer(changeItemImage, () => {
    items = [{ ...ownItem, isApproved: false }]
    return { ...ownItem, isApproved: false }
  })
  await user.click(form.getByRole('button', { name: 'Update' }))
  await notice('The picture has been changed. The item will be seen once an admin has approved it.')
  await screen.findByText('Unapproved')
  // Members see their own pending items in their count.
  expect(screen.getByRole('link', { name: 'Items 1 item' })).toBeVisible()
})

test('shows in the list why an item was disapproved', async () => {
  const reason = 'Ivory may not be sold here.'
  const { user, form } = await openUpdateForm({ ...ownItem, isApproved: false, disapprovalReason: reason })
  const rows = screen.getByRole('list', { name: 'items' })
  expect(rows).toHaveTextContent(`Disapproved${reason}`)
  answer(deleteItem, () => {
    items = []
    return null
  })
  await user.click(form.getByRole('button', { name: 'Delete item' }))
  await user.click((await dialog('Delete Drum?')).getByRole('button', { name: 'Delete item' }))
  await notice('The item has been deleted.')
  expect(await screen.findByText(/^You are not selling anything yet\./)).toBeVisible()
  await waitFor(async () => expect(await button('Publish ads')).toHaveFocus())
})

test('adds separators while a price is typed', async () => {
  const { user, form } = await openNewAdForm()
  const price = form.getByLabelText<HTMLInputElement>('Price')
  await user.type(price, '1000000.01')
  expect(price).toHaveValue('1,000,000.01')
  await user.clear(price)
  await user.paste('₦0.10')
  expect(price).toHaveValue('0.10')
})
