import { parseArgs } from 'node:util'

export const USAGE = `npm run cluster -- [--install] [--keep] [--without-demo]
  --install        installs missing Debian packages without asking (as root)
  --keep           leaves the folder with all data and logs at the end
  --without-demo   starts with an empty product, with a super admin alone
DATA_DIR names an empty folder for it, else there is one in the temporary directory.`

const options = {
  install: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  'without-demo': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

/** Reads the arguments. Throws an error whose message is for the user of the command. */
export function readArguments(args) {
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  return {
    mayInstall: values.install,
    isKept: values.keep,
    hasDemo: !values['without-demo'],
    wantsHelp: values.help,
  }
}
