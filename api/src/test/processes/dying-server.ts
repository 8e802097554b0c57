import type { RouteContext } from '#api/http/serve/serve.ts'
import { noteRoutes } from '#api/test/processes/notes.ts'
import { testApp } from '#api/test/test-app.ts'

/** A node in a separate process that kills itself while it writes a note. Arguments: database, moment. */
const [databaseUrl = '', moment = ''] = process.argv.slice(2)

const die = () => process.kill(process.pid, 'SIGKILL')

function dyingNotes(app: RouteContext): void {
  app.http.addHook('onSend', async (request) => {
    if (moment === 'before the answer' && request.url.startsWith('/api/test/notes')) die()
  })
  noteRoutes(app, () => {
    if (moment === 'before the commit') die()
  })
}

const app = await testApp({ sameDatabaseAs: { url: databaseUrl }, extraRoutes: [dyingNotes] })
process.stdout.write(`${JSON.stringify({ url: app.url, folder: app.folder })}\n`)
