import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../support/build-web.mjs'
import { differencesFrom, emptyRecord } from '../support/outbox-record.mjs'
import { deedsOf, openTabs, shownWrong } from '../support/outbox-tabs.mjs'
import { memberSteps } from '../support/member-data.mjs'
import { startBrowser } from '../support/phone-browser.mjs'
import { loadInBulk, print, startProduct, withDatabase } from '../support/product.mjs'

const deeds = Number(process.env.DEEDS ?? 1000)
const kills = 10
/** What a phone needs to write the last press. What is not written yet when it is killed, nobody can keep. */
const writingMs = 300
const sendingMs = 600
const longestWaitMs = 120_000
const viewerId = 1

const steps = [
  ...memberSteps(10),
  `insert into posts (id, author_id, caption, created_at) overriding system value
    select id, 2, 'Post ' || id, now() from generate_series(1, 2) id`,
  `select setval(pg_get_serial_sequence('posts', 'id'), 2)`,
]

/**
 * A member writes, posts and presses switches without a connection, in many tabs and in random order, and the browser is killed
 * ten times: in every other round while it sends. In the end each deed must have arrived once, those to one receiver in their
 * order, and each switch must be as it was left.
 */
export async function run() {
  buildWeb()
  const folder = await mkdtemp(join(tmpdir(), 'rs-phone-'))
  return withDatabase(async (database) => {
    await loadInBulk(database.url, steps)
    await using product = await startProduct(database)
    const token = await database.tokenOf(viewerId)
    const record = emptyRecord()
    const began = performance.now()
    for (let round = 0; round < kills; round += 1) {
      await playRound({ round, folder, product, token, record })
    }
    const left = await sendRest({ folder, product, token })
    const seconds = (performance.now() - began) / 1000
    const found = await differencesFrom(database.db, viewerId, record)
    print(`${record.count} deeds, killed ${kills} times, ${seconds.toFixed(0)} s, ${left} left in the outbox`)
    for (const text of [...found, ...record.wrong]) print(`FAILS: ${text}`)
    return found.length === 0 && record.wrong.length === 0 && left === 0
  }).finally(() => rm(folder, { recursive: true, force: true }))
}

async function playRound({ round, folder, product, token, record }) {
  const { context, kill } = await startBrowser(folder)
  try {
    const tabs = await openTabs(context, product.url, token)
    record.wrong.push(...(await shownWrong(tabs, record)))
    await context.setOffline(true)
    const can = deedsOf(tabs, record)
    for (let count = 0; count < deeds / kills; count += 1) {
      await can[Math.floor(Math.random() * can.length)]()
      record.count += 1
    }
    await sleep(writingMs)
    if (round % 2 === 1) {
      await context.setOffline(false)
      await sleep(Math.random() * sendingMs)
    }
  } finally {
    await kill()
  }
  print(`round ${round + 1}: ${record.count} deeds`)
}

/** Opens the app once more with a connection, and returns how much did not leave. */
async function sendRest({ folder, product, token }) {
  const { context, kill } = await startBrowser(folder)
  try {
    const [page] = await openTabs(context, product.url, token, ['/user'])
    const giveUpAt = Date.now() + longestWaitMs
    let left = await page.evaluate(countWaiting, viewerId)
    while (left > 0 && Date.now() < giveUpAt) {
      await sleep(250)
      left = await page.evaluate(countWaiting, viewerId)
    }
    return left
  } finally {
    await kill()
  }
}

/** Runs in the page. */
function countWaiting(memberId) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`rootsquare.drafts.${memberId}`)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const count = opening.result.transaction('outbox').objectStore('outbox').count()
      count.onsuccess = () => {
        opening.result.close()
        resolve(count.result)
      }
    }
  })
}
