const COPYRIGHT = /^\s*(?:Portions )?Copyright\s+(?:\([cC]\)|©|\d{4}|[A-Z])/
const PLACEHOLDER = /\[yyyy\]|copyright (?:notice|owner|license|holder)/i
/** Matches what follows this heading of the Apache licence, which only explains how to apply it. */
const APPENDIX = /(END OF TERMS AND CONDITIONS)[^]*$/
const TITLE = /^\W*(?:the )?(?:mit|isc|bsd|apache)\b[^.,;]{0,40}licen[cs]e\b[^.,;]{0,30}$/i

/** Merges equal texts with all their packages and copyright lines, the most used first. */
export function groupTexts(packages) {
  const groups = new Map()
  for (const { name, version, licence, texts } of packages) {
    for (const raw of texts) {
      const { text, copyright } = split(raw)
      const key = normalizedText(text)
      const group = groups.get(key) ?? { licences: [], owners: [], text }
      if (!group.licences.includes(licence)) group.licences.push(licence)
      group.owners.push({ name, version, copyright })
      groups.set(key, group)
    }
  }
  return [...groups.values()].toSorted((one, other) => other.owners.length - one.owners.length)
}

/** Separates the copyright lines, which differ between packages, from the terms, which rarely do. */
function split(raw) {
  const lines = raw.replaceAll('\r', '').split('\n')
  const isNaming = (line) => COPYRIGHT.test(line) && !PLACEHOLDER.test(line)
  const terms = lines.filter((line) => !isNaming(line)).map((line) => line.trimEnd())
  return {
    copyright: lines
      .filter(isNaming)
      .map((line) => line.trim())
      .join('; '),
    // A code fence in the text would end ours.
    text: terms
      .join('\n')
      .replace(APPENDIX, '$1')
      .replaceAll('```', "'''")
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** Returns a text for comparison, without the title, line breaks and quotes: only the words count. */
function normalizedText(text) {
  const lines = text.split('\n').filter((line) => !TITLE.test(line))
  return lines
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
