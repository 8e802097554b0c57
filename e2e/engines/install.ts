import { missing, oldVersions, installOldChromium } from './old-chromium.ts'

if (missing !== null) throw new Error(missing)
for (const version of oldVersions) await installOldChromium(version)
