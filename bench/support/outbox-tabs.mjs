const conversations = [2, 3, 4]
const posts = [1, 2]
const followed = [5, 6]

const paths = [
  ...conversations.map((id) => `/messages/${id}`),
  ...posts.map((id) => `/post/${id}`),
  ...followed.map((id) => `/u/member${id}`),
  '/user',
]

const fields = {
  message: 'Write a message',
  comment: 'Write a comment',
  post: 'What is happening back home?',
}

/** Opens a tab for each page. The token is set each time, because a kill may lose the latest change of the local storage. */
export async function openTabs(context, url, token, wanted = paths) {
  await context.addInitScript((value) => localStorage.setItem('rootsquare.token', value), token)
  const tabs = []
  for (const path of wanted) {
    const page = await context.newPage()
    await page.goto(url + path)
    tabs.push(page)
  }
  if (wanted === paths) await Promise.all(tabs.map((page, at) => whenReady(page, paths[at])))
  return tabs
}

async function whenReady(page, path) {
  const [, kind] = path.split('/')
  if (kind === 'messages') return textbox(page, fields.message).waitFor()
  if (kind === 'post') return textbox(page, fields.comment).waitFor()
  if (kind === 'u') return followButton(page).waitFor()
  // The code of the outbox of posts is loaded with the first letter.
  await textbox(page, fields.post).fill('a')
  await page.waitForLoadState('networkidle')
  await textbox(page, fields.post).fill('')
}

const textbox = (page, name) => page.getByRole('textbox', { name, exact: true })
const followButton = (page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Follow|Unfollow) / })
    .first()
const switchOf = (page, kind) =>
  page
    .getByRole('article')
    .getByRole('button', { name: kind === 'like' ? /^Like, / : /^Saved? post/ })
    .first()

/** Returns what a member can do in these tabs. Writing comes more often than pressing. */
export function deedsOf(tabs, record) {
  const [home] = tabs.slice(-1)
  const inConversations = conversations.flatMap((id, at) => repeat(4, () => write(tabs[at], id, record)))
  const inPosts = posts.flatMap((id, at) => {
    const page = tabs[conversations.length + at]
    const press = ['like', 'save'].map((kind) => () => pressSwitch(page, `${kind} ${id}`, record))
    return [...repeat(2, () => comment(page, id, record)), ...press]
  })
  const onProfiles = followed.map((id, at) => () => {
    const page = tabs[conversations.length + posts.length + at]
    return pressFollow(page, `follow ${id}`, record)
  })
  return [...inConversations, ...inPosts, ...onProfiles, ...repeat(2, () => post(home, record))]
}

const repeat = (count, deed) => Array.from({ length: count }, () => deed)

async function write(page, id, record) {
  const text = `Message ${record.count}`
  await send(page, fields.message, text)
  addTo(record.messages, id, text)
}

/** The field is empty once the text is on its way. */
async function send(page, name, text) {
  const field = textbox(page, name)
  await field.fill(text)
  await field.press('Enter')
  await untilEmpty(page, name)
}

const untilEmpty = (page, name) =>
  page.waitForFunction(
    (label) => document.querySelector(`textarea[aria-label="${label}"]`)?.value === '',
    name,
    { timeout: 5000 },
  )

async function comment(page, id, record) {
  const text = `Comment ${record.count}`
  await send(page, fields.comment, text)
  addTo(record.comments, id, text)
}

async function post(page, record) {
  const text = `Post ${record.count}`
  const field = textbox(page, fields.post)
  await field.fill(text)
  await page
    .getByRole('region', { name: 'New post' })
    .getByRole('button', { name: 'Post', exact: true })
    .click()
  // It has left the composer.
  await untilEmpty(page, fields.post)
  record.posts.push(text)
}

async function pressSwitch(page, name, record) {
  const button = switchOf(page, name.split(' ')[0])
  const wanted = !(await isPressed(button))
  await button.click()
  record.switches.set(name, wanted)
}

async function pressFollow(page, name, record) {
  const button = followButton(page)
  const isFollowing = (await button.textContent()).startsWith('Follow')
  await button.click()
  const label = isFollowing ? 'Follow' : 'Unfollow'
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  record.switches.set(name, isFollowing)
}

function addTo(lists, key, text) {
  lists.set(key, [...(lists.get(key) ?? []), text])
}

const isPressed = async (button) => (await button.getAttribute('aria-pressed')) === 'true'

/** Returns a sentence for each switch that is not shown as it was left before the browser was killed. */
export async function shownWrong(tabs, { switches, count }) {
  const wrong = []
  for (const [name, wanted] of switches) {
    const [kind, id] = name.split(' ')
    const isFollow = kind === 'follow'
    const at = isFollow
      ? conversations.length + posts.length + followed.indexOf(Number(id))
      : conversations.length + posts.indexOf(Number(id))
    const isShown = isFollow
      ? (await followButton(tabs[at]).textContent()).startsWith('Unfollow')
      : await isPressed(switchOf(tabs[at], kind))
    if (isShown !== wanted)
      wrong.push(`after ${count} deeds ${name} was left ${wanted} and is shown ${isShown}`)
  }
  return wrong
}
