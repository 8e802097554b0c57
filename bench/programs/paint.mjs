import { chromium } from '@playwright/test'
import { findBrowser, noBrowserMessage } from '../../e2e/browser.ts'
import { demoPassword } from '../../api/src/seed/demo/demo.ts'
import { buildWeb } from '../support/build-web.mjs'
import { measureInstalled } from '../support/installed-app.mjs'
import { median } from '../support/measure.mjs'
import { print, startProduct, withDatabase } from '../support/product.mjs'
import { visitOnce } from '../support/visit.mjs'

const rounds = Number(process.env.ROUNDS ?? 3)
/** The limit of the largest paint in seconds, by the megabits a second of the line. */
const lcpLimits = { 9: 2.5, 1.6: 4 }
/** A member of the demo data with a full feed. */
const username = 'hauwa.d'

/**
 * Measures first visits on a cheap phone: when the largest part of the page is painted, whether anything moves, and how many
 * bytes are loaded. The floor is one picture of the same server, opened by itself, because the line and the browser take that
 * time anyway.
 */
export async function run(names) {
  buildWeb()
  const found = await findBrowser()
  if (!found) throw new Error(noBrowserMessage)
  return withDatabase(async (database) => {
    await using product = await startProduct(database, undefined, { DEMO: '1' })
    await using browser = await chromium.launch(found)
    const pages = await pagesOf(product.url)
    const wanted = names.length === 0 ? pages : pages.filter(({ name }) => names.includes(name))
    const floor = { name: 'floor', url: `${product.url}/card.png` }
    const rows = await measureAll(browser, [floor, ...wanted])
    printTable(rows)
    const home = pages.find(({ name }) => name === 'home')
    const isInstalledFast = await measureInstalled(browser, home, rounds)
    return (
      isInstalledFast &&
      rows.filter(({ page }) => page !== floor).every((row) => failuresOf(row).length === 0)
    )
  })
}

async function pagesOf(url) {
  const { access_token: token } = await dataOf(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, userSecret: demoPassword }),
  })
  const headers = { authorization: `Bearer ${token}` }
  const feed = await dataOf(`${url}/api/post/user/post/feed?page=0&size=20`, { headers })
  const post = feed.content.find(({ postImageDTO }) => postImageDTO.length > 0)
  return [
    { name: 'home', url: `${url}/user`, token, maxBytes: 450_000 },
    { name: 'market', url: `${url}/marketplace`, token, maxBytes: 400_000 },
    { name: 'sign-in', url: `${url}/` },
    { name: 'post', url: `${url}/post/${post.id}` },
  ]
}

async function dataOf(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`)
  return (await response.json()).data
}

/** Measures all pages in turns, so that other load on the machine affects them equally. */
async function measureAll(browser, pages) {
  const rows = Object.keys(lcpLimits).flatMap((key) =>
    pages.map((page) => ({ page, megabits: Number(key), visits: [] })),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const { page, megabits, visits } of rows) visits.push(await visitOnce(browser, page, megabits))
  }
  return rows.map((row) => ({ ...row, ...summaryOf(row.visits) }))
}

function summaryOf(visits) {
  const medianOf = (read) => median(visits.map(read))
  return {
    lcp: medianOf(({ lcp }) => lcp) / 1000,
    fcp: medianOf(({ fcp }) => fcp) / 1000,
    best: Math.min(...visits.map(({ lcp }) => lcp)) / 1000,
    cls: Math.max(...visits.map(({ cls }) => cls)),
    bytes: medianOf(({ bytes }) => bytes),
    requests: medianOf(({ requests }) => requests),
    task: medianOf(({ cpu }) => cpu.task),
    script: medianOf(({ cpu }) => cpu.script),
    element: visits[0].element,
  }
}

function failuresOf({ page, megabits, lcp, cls, bytes }) {
  return [
    lcp > lcpLimits[megabits] && `LCP over ${lcpLimits[megabits]} s`,
    cls > 0 && 'layout shift',
    bytes > (page.maxBytes ?? Infinity) && `over ${page.maxBytes / 1000} kB`,
  ].filter(Boolean)
}

function printTable(rows) {
  print('Mbit/s  page     FCP    LCP (best)     floor  CLS    kB   requests  CPU: script, all')
  for (const row of rows) {
    const floor = rows.find(({ page, megabits }) => page.name === 'floor' && megabits === row.megabits)
    const failures = row.page.name === 'floor' ? [] : failuresOf(row)
    print(
      [
        String(row.megabits).padEnd(6),
        row.page.name.padEnd(8),
        `${row.fcp.toFixed(2)} s`,
        `${row.lcp.toFixed(2)} s (${row.best.toFixed(2)})`,
        `x${(row.lcp / floor.lcp).toFixed(1)}`.padStart(6),
        row.cls.toFixed(3),
        (row.bytes / 1000).toFixed(0).padStart(4),
        String(row.requests).padStart(4),
        `    ${row.script.toFixed(2)}, ${row.task.toFixed(2)} s`,
        ` ${row.element}`,
        failures.length > 0 ? `FAILS: ${failures.join(', ')}` : '',
      ].join('  '),
    )
  }
  if (process.env.WATERFALL) for (const row of rows) printWaterfall(row)
}

function printWaterfall({ page, megabits, visits: [visit] }) {
  const { waterfall, lcp } = visit
  print(`\n${page.name} at ${megabits} Mbit/s, LCP ${lcp.toFixed(0)} ms`)
  for (const { path, began, ended, bytes } of waterfall) {
    const from = began - waterfall[0].began
    const to = ended === 0 ? '…' : (ended - waterfall[0].began).toFixed(0)
    print(
      `${from.toFixed(0).padStart(6)} ${String(to).padStart(6)} ms ${String(bytes).padStart(7)} B  ${path}`,
    )
  }
}
