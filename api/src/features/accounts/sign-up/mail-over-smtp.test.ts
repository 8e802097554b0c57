import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from '#api/ports/mail/smtp.ts'
import { buildSignUp, codeIn } from '#api/test/builders/members.ts'
import { expectOk } from '#api/test/answer.ts'
import { temporaryApp } from '#api/test/shared-app.ts'

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** Starts a mail server that stores what it receives. */
async function mailServer() {
  const received: { to: string[]; raw: Buffer }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, url: `smtp://127.0.0.1:${portOf(server.server.address())}` }
}

test('a code from a mail sent over SMTP verifies the address', async () => {
  const { received, url } = await mailServer()
  const mailer = smtpMailer(url, 'Rootsquare <hello@square.example>')
  onTestFinished(() => mailer.close())
  const app = await temporaryApp({ mailer })
  const body = await buildSignUp(app)
  expectOk(await app.call('POST', '/create/user', { body }))
  await app.runJobs()
  expect(received.map(({ to }) => to)).toEqual([[body.emailAddress]])
  const { text = '' } = await simpleParser(received[0]?.raw ?? '')
  const verificationCode = codeIn({ text })
  const answer = await app.call('POST', '/signup/email/verify', { body: { verificationCode } })
  expect(answer).toMatchObject({ status: 200, body: { data: { verified: true } } })
  const login = { username: body.username, userSecret: body.cipherCode }
  expectOk(await app.call('POST', '/login', { body: login }))
})
