import { brand } from '@rootsquare/contract/product'
import type { Mail, Mailer } from '#api/ports/mail/mail.ts'

type MailLink = { label: string; link: string }
export type MailSection = { heading: string; entries: MailLink[] }

type MailContent = {
  to: string
  subject: string
  greeting: string
  lines: string[]
  /** Lists of links with a heading, which follow the lines. */
  sections?: MailSection[]
  button?: MailLink
  /** The link is shown in small print at the end. */
  footer?: MailLink
  headers?: Record<string, string>
}

/** Sends a mail that greets its receiver. */
export function sendMail(
  { mailer }: { mailer: Mailer },
  { email, firstname }: { email: string; firstname: string },
  content: Omit<MailContent, 'to' | 'greeting'>,
): Promise<void> {
  return mailer.send(renderMail({ to: email, greeting: `Hello ${firstname},`, ...content }))
}

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Puts user input such as names, notes and reasons on one line. It must not add a line or change the text direction. */
const onOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/\p{Cf}/gu, '')

/** A program that answers mails by itself must not answer these (RFC 3834). */
const ownHeaders = { 'Auto-Submitted': 'auto-generated' }

/** Builds the mail as plain text and as HTML. */
export function renderMail(content: MailContent): Mail {
  const { to, greeting, lines, sections = [], button, footer, headers = {} } = content
  const subject = onOneLine(content.subject)
  const paragraphs = [greeting, ...lines].map(onOneLine)
  const links = [button, footer].flatMap((link) => (link ? [linkText(link)] : []))
  const text = [...paragraphs, ...sections.map(sectionText), ...links, brand].join('\n\n')
  const paragraphsHtml = paragraphs.map((line) => `<p style="margin:0 0 16px">${escape(line)}</p>`).join('')
  const html = `<!doctype html><html lang="en">${headHtml(subject)}<body class="page" style="margin:0;background:#FBF5EA;color:#2A1B14;font:16px/1.5 sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px 12px;${breaks}">
<p class="strong" style="margin:0 0 24px;font-size:24px;font-weight:800;color:#2E2A86">${brand}</p>
<div class="card" style="background:#FFFFFF;border:1px solid #E2D3BC;border-radius:20px;padding:24px 20px">${paragraphsHtml}${sections.map(sectionHtml).join('')}${button ? buttonHtml(button) : ''}</div>${footer ? footerHtml(footer) : ''}</div></body></html>`
  return { to, subject, text, html, headers: { ...ownHeaders, ...headers } }
}

/** Long addresses and words wrap, so that no mail is wider than a phone. Some programs know only one of the two. */
const breaks = 'word-break:break-word;overflow-wrap:anywhere'

/** The colours for dark are marked as important, because all others are inline: some programs drop the style sheet. */
const darkCss = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#17110D!important;color:#F5EBDD!important}
.card{background:#231A14!important;border-color:#4A3A2D!important}
.strong{color:#B9B5FF!important}
.muted{color:#C9B6A3!important}
.button{background:#B9B5FF!important;color:#17110D!important}
}`

const headHtml = (subject: string) => `<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>${darkCss}</style></head>`

const linkText = ({ label, link }: MailLink) => `${onOneLine(label)}: ${link}`

const sectionText = ({ heading, entries }: MailSection) =>
  [heading, ...entries.map((entry) => `- ${linkText(entry)}`)].join('\n')

function sectionHtml({ heading, entries }: MailSection): string {
  const items = entries.map(
    ({ label, link }) =>
      `<li style="margin:0 0 8px"><a class="strong" href="${escape(link)}" style="color:#2E2A86">${escape(onOneLine(label))}</a></li>`,
  )
  return `
<h2 style="margin:24px 0 8px;font-size:16px">${escape(heading)}</h2><ul style="margin:0;padding:0 0 0 20px">${items.join('')}</ul>`
}

function buttonHtml({ label, link }: MailLink): string {
  return `
<p style="margin:24px 0"><a class="button" href="${escape(link)}" style="display:inline-block;background:#2E2A86;color:#FFFFFF;text-decoration:none;border-radius:999px;padding:12px 24px;font-weight:600">${escape(label)}</a></p>
<p class="muted" style="margin:0;font-size:13px;color:#6F5C4F">${escape(link)}</p>`
}

function footerHtml({ label, link }: MailLink): string {
  return `
<p style="margin:16px 0 0;font-size:13px"><a class="muted" href="${escape(link)}" style="color:#6F5C4F">${escape(label)}</a></p>`
}
