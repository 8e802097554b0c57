import { missing, oldVersions, installOldChromium } from './old-chromium.ts'

// Where they cannot run, their tests are skipped and say why.
if (missing === null) for (const version of oldVersions) await installOldChromium(version)
