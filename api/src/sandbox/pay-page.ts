import { moneyText } from '@rootsquare/contract/lib/money'
import { brand } from '@rootsquare/contract/product'
import { escapeHtml, pageStyle } from '#api/http/page/html.ts'
import type { TransactionRow } from './sandbox-rows.ts'
import { cards, type Card } from './cards.ts'

const { style, styleHash } = pageStyle(new URL('pay-page.css', import.meta.url))

type Page = { html: string; policy: string }

const noMoney = '<p class="test">This is a test. No real money moves.</p>'

/** Renders a page without scripts. `form-action` also applies to redirects, so its policy lists where the form returns to. */
export function payPage(found: TransactionRow, back: string | null): Page {
  const origins = [back, found.cancel_url].flatMap((url) => (url === null ? [] : [new URL(url).origin]))
  const isPaid = found.paid_at !== null
  const failed = found.status === 'failed' ? (found.gateway_response ?? 'Declined') : null
  if (isPaid) return page('Paid already', closed(found, back, paidTexts), origins)
  if (found.status === 'pending')
    return page('Waiting for your bank', closed(found, back, pendingTexts), origins)
  return page(`${failed === null ? '' : 'Not paid: '}Test payment`, open(found, failed), origins)
}

type Texts = { heading: string; text: string }
const paidTexts = {
  heading: 'Paid already',
  text: 'This payment has been made. There is nothing more to do here.',
}
const pendingTexts = {
  heading: 'Waiting for your bank',
  text: 'Your bank confirms this payment in a few seconds. There is nothing more to do here.',
}

export const noticePage = (title: string, text: string): Page =>
  page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`, [])

function page(title: string, main: string, origins: string[]): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${brand}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
  const rules = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return { html, policy: rules.join('; ') }
}

function figures({ amount_kobo, reference }: TransactionRow): string {
  return `<dl>
<div><dt>Amount</dt><dd class="amount">${escapeHtml(moneyText(amount_kobo))}</dd></div>
<div><dt>Reference</dt><dd>${escapeHtml(reference)}</dd></div>
</dl>`
}

function closed(found: TransactionRow, back: string | null, { heading, text }: Texts): string {
  const link = back === null ? '' : `<a class="button first" href="${escapeHtml(back)}">Back to ${brand}</a>`
  return `<h1>${heading}</h1>
${noMoney}
${figures(found)}
<p>${text}</p>
${link}`
}

function open(found: TransactionRow, failed: string | null): string {
  const notice =
    failed === null
      ? ''
      : `<p class="failed" role="alert"><strong>${escapeHtml(failed)}.</strong> Nothing was paid. Try another card, or cancel.</p>`
  return `<h1>Test payment</h1>
${noMoney}
${notice}
${figures(found)}
<form method="post">
<fieldset>
<legend>Pay with a test card</legend>
${cards.map(choice).join('\n')}
</fieldset>
<button class="button first" name="action" value="pay">Pay ${escapeHtml(moneyText(found.amount_kobo))}</button>
<button class="button" name="action" value="bank_transfer">Pay by bank transfer</button>
<button class="button" name="action" value="ussd">Pay by USSD</button>
<button class="button" name="action" value="decline">Decline</button>
<button class="button" name="action" value="cancel">Cancel</button>
</form>`
}

function choice({ number, label }: Card, index: number): string {
  const groups = number.match(/.{1,4}/g) ?? []
  return `<label><input type="radio" name="card" value="${number}"${index === 0 ? ' checked' : ''}>
<span><span class="number">${groups.join(' ')}</span><span class="label">${escapeHtml(label)}</span></span></label>`
}
