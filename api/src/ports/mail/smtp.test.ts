import { createServer, type AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './smtp.ts'

type Received = { from: string; to: string[]; raw: string }

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.')
  return address.port
}

/** Starts a real mail server that stores what it receives. */
async function receiver(refuse?: { code: number; reply: string }) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      done(null, auth.username === 'square' && auth.password === 'p@ss' ? { user: 'square' } : {})
    },
    onRcptTo(_address, _session, done) {
      done(refuse ? Object.assign(new Error(refuse.reply), { responseCode: refuse.code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, host: `127.0.0.1:${portOf(server.server.address())}` }
}

function mailerFor(url: string) {
  const mailer = smtpMailer(url, 'Rootsquare <hello@square.example>')
  onTestFinished(() => mailer.close())
  return mailer
}

const mail = {
  to: 'ada@example.com',
  subject: 'Ẹ káàbọ̀ sí Rootsquare',
  text: 'Ẹ káàbọ̀,\n\nhttp://localhost:3000/mail-validate?vCode=abc_DEF-123',
  html: '<p>Ẹ káàbọ̀ <a href="http://localhost:3000/mail-validate?vCode=abc_DEF-123">here</a></p>',
}

test('a mail arrives as text and HTML in UTF-8', async () => {
  const { received, host } = await receiver()
  await mailerFor(`smtp://${host}`).send(mail)
  expect(received).toMatchObject([{ from: 'hello@square.example', to: ['ada@example.com'] }])
  const parsed = await simpleParser(received[0]?.raw ?? '')
  expect(parsed.subject).toBe(mail.subject)
  expect(parsed.from?.text).toBe('"Rootsquare" <hello@square.example>')
  expect(parsed.text?.trim()).toBe(mail.text)
  expect(parsed.html).toBe(mail.html)
})

test('sends further headers unchanged', async () => {
  const { received, host } = await receiver()
  const address = `<https://square.example/api/notifications/unsubscribe?token=12.${'x'.repeat(60)}>`
  const headers = { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  await mailerFor(`smtp://${host}`).send({ ...mail, headers })
  const { headerLines } = await simpleParser(received[0]?.raw ?? '')
  const lines = headerLines.map(({ line }) => line.replaceAll(/\r?\n\s*/g, ' '))
  for (const [name, value] of Object.entries(headers)) expect(lines).toContain(`${name}: ${value}`)
})

test('uses the credentials in SMTP_URL', async () => {
  const { received, host } = await receiver()
  await mailerFor(`smtp://square:p%40ss@${host}`).send(mail)
  expect(received).toHaveLength(1)
  await expect(mailerFor(`smtp://square:wrong@${host}`).send(mail)).rejects.toThrow()
  expect(received).toHaveLength(1)
})

test.each([
  'a@b.cd,d@e.fg',
  'a@b.cd, d@e.fg',
  'a@b.cd;d@e.fg',
  'a@b.cd\r\nbcc: d@e.fg',
  'a@b.cd\nRCPT TO:<d@e.fg>',
  '"a" <a@b.cd>, d@e.fg',
  'a@b.cd> <d@e.fg',
])('%j never reaches a second receiver', async (to) => {
  const { received, host } = await receiver()
  await mailerFor(`smtp://${host}`)
    .send({ ...mail, to })
    .catch(() => {})
  for (const { to: receivers, raw } of received) {
    expect(receivers.length).toBe(1)
    expect(receivers).not.toContain('d@e.fg')
    const { bcc, cc } = await simpleParser(raw)
    expect([bcc, cc]).toEqual([undefined, undefined])
  }
})

test('a subject cannot inject a header', async () => {
  const { received, host } = await receiver()
  await mailerFor(`smtp://${host}`).send({ ...mail, subject: 'Hello\r\nBcc: d@e.fg\r\n\r\nbody' })
  const parsed = await simpleParser(received[0]?.raw ?? '')
  expect(parsed.bcc).toBeUndefined()
  expect(received[0]?.to).toEqual(['ada@example.com'])
})

test('throws on errors, so that the job is retried', async () => {
  const { host } = await receiver({ code: 450, reply: 'later' })
  await expect(mailerFor(`smtp://${host}`).send(mail)).rejects.toThrow(/later/)
  await expect(mailerFor('smtp://127.0.0.1:1').send(mail)).rejects.toThrow()
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => silent.close(() => resolve())))
  await expect(mailerFor(`smtp://127.0.0.1:${portOf(silent.address())}`).send(mail)).rejects.toThrow()
})
