import { linkInMail, newAccount } from '../support/entry.ts'
import { expect } from '../support/fixtures.ts'
import { homeAddress, shopOf } from '../support/in-market.ts'
import { send, signUpMember } from '../support/members.ts'
import { test } from './screen.ts'

test('a visitor signs up and signs in', async ({ phone, server }) => {
  const { username, email, password } = newAccount()
  await phone.goto('/signup')
  await phone.fill('First name', 'Ṣadé')
  await phone.fill('Last name', 'Ọláyínká')
  await phone.fill('Username', username)
  await phone.fill('Email', email)
  await phone.fill('Password', password)
  await phone.press('combobox', 'Ethnic group')
  await phone.fill('Search ethnic groups', 'Igbo')
  await phone.press('option', 'Igbo')
  await phone.press('checkbox', 'I agree that Rootsquare keeps my ethnic group')
  await phone.press('button', 'Sign up')
  await phone.see(`We sent a mail to ${email}.`)
  await phone.goto(await linkInMail(server, email))
  await phone.see('Email verification successful')
  await phone.press('link', 'Sign In')
  await phone.fill('Username', username)
  await phone.fill('Password', password)
  await phone.press('button', 'Sign In')
  await phone.at('/welcome')
  await phone.press('button', 'Next')
  await phone.press('button', 'Next')
  await phone.press('button', 'Done')
  await phone.at('/user')
  await phone.see('Ndewo, Ṣadé')
})

test('a member posts, comments and writes a message', async ({ phone, server }) => {
  const [member, other] = await Promise.all([signUpMember(server), signUpMember(server)])
  await phone.enter(member.token, '/user')
  // On a phone it is a button until somebody writes.
  await phone.press('button', 'What is happening back home?')
  await phone.fill('What is happening back home?', 'New yam in Enugu')
  await phone.press('button', 'Post')
  await phone.press('link', 'Comment')
  await phone.fill('Write a comment', 'Save me a piece')
  await phone.press('button', 'Send')
  await phone.see('Save me a piece')
  await phone.goto(`/messages/${other.id}`)
  await phone.fill('Write a message', 'Are you coming?')
  await phone.press('button', 'Send')
  await phone.see('Sent')
})

test('a buyer pays for what is in the cart', async ({ phone, server }) => {
  const { buyer, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Talking drum', price: 1_500.5, stock: 5 })
  await send(buyer, 'post', '/address', homeAddress)
  await phone.enter(buyer.token, `/marketplace?item=${itemId}`)
  await phone.press('button', 'Add to cart')
  await phone.see('Cart, 1 item')
  await phone.goto('/cart')
  await phone.fill('Phone Number', '08031234567')
  await phone.press('button', 'Pay ₦1,500.50')
  await phone.see('Test payment')
  await phone.press('button', 'Pay')
  await phone.see('Talking drum')
  const paid = async () =>
    (await send<{ content: { orderStatus: string }[] }>(buyer, 'get', '/cart/orders')).content
  await expect.poll(paid).toMatchObject([{ orderStatus: 'PROCESSING' }])
})
