// A program of its own: node mail-server.mjs SMTP_PORT HTTP_PORT FOLDER. It writes every mail to a file before it accepts it,
// and lists all mails as JSON over HTTP, oldest first: GET /, or GET /?to=somebody@example.com
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

const [smtpPort, httpPort, folder] = process.argv.slice(2)
await mkdir(folder, { recursive: true, mode: 0o700 })

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    void answerWith(done, store(stream, session.envelope.rcptTo))
  },
})
smtp.on('error', (error) => console.error(error.message))
smtp.listen(Number(smtpPort), '127.0.0.1')

createServer(async ({ url }, answer) => {
  const to = new URL(url, 'http://localhost').searchParams.get('to')
  const mails = await storedMails()
  answer.setHeader('content-type', 'application/json')
  answer.end(JSON.stringify(mails.filter((mail) => to === null || mail.to === to)))
}).listen(Number(httpPort), '127.0.0.1')

async function answerWith(done, work) {
  const error = await work.then(
    () => null,
    (reason) => reason,
  )
  done(error)
}

async function store(stream, recipients) {
  const { subject, text, html, headerLines } = await simpleParser(stream)
  const headers = Object.fromEntries(
    headerLines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()]),
  )
  const createdDate = new Date().toISOString()
  const to = recipients.map(({ address }) => address).join(', ')
  const name = `${createdDate.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.json`
  const unfinished = join(folder, `.${name}`)
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(JSON.stringify({ to, subject, text, html, headers, createdDate }, null, 2))
  await file.sync()
  await file.close()
  await rename(unfinished, join(folder, name))
}

async function storedMails() {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}
