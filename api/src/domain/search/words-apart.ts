import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

const minLetters = sql.lit(3)

/**
 * Takes words apart that others write as two: `asoke` is `aso oke`, also where both parts share the letter between them.
 * Returns null if every word is known, or has no two parts that are known.
 */
export async function wordsApart(
  db: Db,
  typed: string,
  vocabulary: 'words' | 'post_vocabulary',
): Promise<string | null> {
  const isKnown = (word: ReturnType<typeof sql>) => sql`exists (
    select from ${sql.table(vocabulary)} as known where known.word = (${word}) collate "C")`
  const { rows } = await sql<{ words: string | null; is_apart: boolean | null }>`
    select string_agg(coalesce(parts, word), ' ' order by nth) as words, bool_or(parts is not null) as is_apart
    from unnest(words_in(${typed})) with ordinality as split (word, nth) left join lateral (
      select left(word, cut) || ' ' || substr(word, start) as parts
      from generate_series(${minLetters}, length(word)) as cut cross join lateral unnest(array[cut + 1, cut]) as each (start)
      where length(substr(word, start)) >= ${minLetters} and not ${isKnown(sql`split.word`)}
        and ${isKnown(sql`left(split.word, cut)`)} and ${isKnown(sql`substr(split.word, start)`)}
      limit 1
    ) two on true`.execute(db)
  return rows[0]?.is_apart ? rows[0].words : null
}
