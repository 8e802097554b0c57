import type { SectionName } from '@rootsquare/contract/sections'
import type { Fact, GroupFacts } from './seed-files.ts'

const isSure = (confidence: Fact['confidence']) => confidence === 'seen' || confidence === 'high'

const certainFact = (fact: Fact | null) => (fact !== null && isSure(fact.confidence) ? fact : null)

/** Returns the group as it is stored. Facts that are not marked `seen` or `high` stay in the file. */
export function publishableGroup(facts: GroupFacts) {
  const hasSureStates = isSure(facts.statesConfidence)
  return {
    slug: facts.slug,
    name: facts.name,
    description: hasSureStates ? firstSentence(facts.about) : '',
    language: facts.language,
    greeting: certainFact(facts.greeting)?.value ?? null,
    state_codes: hasSureStates ? facts.states : [],
    other_names: facts.altNames,
    exonyms: facts.exonyms,
  }
}

/** Returns the sections. One without a certain fact is left out, so that the members write it. */
export function publishableSections(
  facts: GroupFacts,
): { slug: string; name: SectionName; description: string }[] {
  const texts: [SectionName, string | null][] = [
    ['About', isSure(facts.statesConfidence) ? facts.about : null],
    ['Art & Craft', sentence(facts, facts.craft)],
    ['Diet', sentence(facts, facts.dish)],
    ['Festivals', sentence(facts, facts.festival)],
  ]
  return texts.flatMap(([name, description]) =>
    description === null ? [] : [{ slug: facts.slug, name, description }],
  )
}

/** Says a fact about a whole state of the area, because it may not apply to this group. */
function sentence(facts: GroupFacts, fact: Fact | null): string | null {
  const known = certainFact(fact)
  if (known === null) return null
  return known.scope === 'state'
    ? `${known.value}, known in the area where ${facts.name} communities live.`
    : `${known.value}.`
}

function firstSentence(text: string): string {
  const end = text.indexOf('. ')
  return end === -1 ? text : text.slice(0, end + 1)
}
