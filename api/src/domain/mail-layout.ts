import { brand } from '@rootsquare/contract/product'
import type { Mail } from '#api/ports/mail/mail.ts'

type MailContent = {
  to: string
  subject: string
  greeting: string
  lines: string[]
  button?: { label: string; link: string }
}

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Names, notes and reasons are user input. None may add a line or change the text direction. */
const onOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/\p{Cf}/gu, '')

/** Builds the mail as plain text and as HTML. */
export function letter({ to, subject, greeting, lines, button }: MailContent): Mail {
  const links = button ? [`${button.label}: ${button.link}`] : []
  const paragraphs = [greeting, ...lines].map(onOneLine)
  const text = [...paragraphs, ...links, brand].join('\n\n')
  const paragraphsHtml = paragraphs.map((line) => `<p style="margin:0 0 16px">${escape(line)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#FBF5EA;color:#2A1B14;font:16px/1.5 sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 24px;font-size:24px;font-weight:800;color:#2E2A86">${brand}</p>
<div style="background:#FFFFFF;border:1px solid #E2D3BC;border-radius:20px;padding:24px">${paragraphsHtml}${button ? buttonHtml(button) : ''}</div></div></body></html>`
  return { to, subject: onOneLine(subject), text, html }
}

function buttonHtml({ label, link }: { label: string; link: string }): string {
  return `
<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;background:#2E2A86;color:#FFFFFF;text-decoration:none;border-radius:999px;padding:12px 24px;font-weight:600">${escape(label)}</a></p>
<p style="margin:0;font-size:13px;color:#6F5C4F">${escape(link)}</p>`
}
