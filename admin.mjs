// The owner's command line: `npm run admin -- <command>`, and `node admin.mjs <command>` in the image. docs/operating.md
// describes it.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const settings = fileURLToPath(new URL('.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)
await import('./api/src/admin/main.ts')
