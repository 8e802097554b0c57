/**
 * Where a number has the most room in each state, and how far it is from there to the nearest border: worked out from
 * the outlines, whose own points are the middles and lie close to a border where a state is bent.
 */
export const numberPositions: Record<string, readonly [x: number, y: number, room: number]> = {
  'NG-AB': [304.1, 513.2, 10],
  'NG-AD': [595.1, 280.8, 32.8],
  'NG-AK': [319.6, 561.9, 18.6],
  'NG-AN': [267.3, 485.1, 12.7],
  'NG-BA': [431.4, 219.2, 38.3],
  'NG-BE': [405.5, 413.7, 33.6],
  'NG-BO': [654.6, 121.7, 60.5],
  'NG-BY': [208.1, 568.2, 21.2],
  'NG-CR': [353.9, 518, 28.1],
  'NG-DE': [207.8, 525.9, 18.1],
  'NG-EB': [334.3, 475.2, 16.7],
  'NG-ED': [222, 436.7, 26.4],
  'NG-EK': [169, 387.4, 16.9],
  'NG-EN': [294, 460.8, 19.2],
  'NG-FC': [275.5, 321, 20.6],
  'NG-GO': [522.2, 196, 27.9],
  'NG-IM': [272.2, 522.9, 18.3],
  'NG-JI': [427.4, 100.1, 30.2],
  'NG-KD': [315.9, 210.1, 44.9],
  'NG-KE': [93.5, 112.1, 29.9],
  'NG-KN': [356.9, 125.6, 32.2],
  'NG-KO': [287.6, 396.7, 28.1],
  'NG-KT': [304, 78.7, 30.1],
  'NG-KW': [138, 331, 32.9],
  'NG-LA': [42.6, 459.4, 6.7],
  'NG-NA': [330.2, 338.3, 32.4],
  'NG-NI': [181.4, 256, 50.4],
  'NG-OG': [32.1, 429.9, 21],
  'NG-ON': [136.1, 443, 17.4],
  'NG-OS': [119, 400.3, 23.8],
  'NG-OY': [57.8, 357.5, 39.3],
  'NG-PL': [433.4, 307.9, 34.7],
  'NG-RI': [250.1, 550.4, 13.5],
  'NG-SO': [171.8, 45.4, 36],
  'NG-TA': [489.9, 372.4, 49.9],
  'NG-YO': [546.3, 86.5, 48.6],
  'NG-ZA': [228.3, 111.3, 43],
}

/** Off the coast, where a number has no room in its state. */
export const leaders: Record<string, readonly [x: number, y: number]> = {
  'NG-LA': [66, 490],
  'NG-RI': [262, 604],
}

export const shortNames: Record<string, string> = { 'NG-FC': 'FCT' }
