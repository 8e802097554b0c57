/**
 * The states, sorted by name. `cx` and `cy` are the middle of a state. `x` and `y` are where a number has the most room,
 * and `room` is the distance to the nearest border. They were computed from the outlines, since the middle of a bent
 * state lies close to a border.
 */
export const statePositions = [
  { code: 'NG-AB', name: 'Abia', cx: 301, cy: 525.9, x: 304.1, y: 513.2, room: 10 },
  { code: 'NG-AD', name: 'Adamawa', cx: 602.4, cy: 285.3, x: 595.1, y: 280.8, room: 32.8 },
  { code: 'NG-AK', name: 'Akwa Ibom', cx: 321.2, cy: 558.7, x: 319.6, y: 561.9, room: 18.6 },
  { code: 'NG-AN', name: 'Anambra', cx: 265.2, cy: 479.9, x: 267.3, y: 485.1, room: 12.7 },
  { code: 'NG-BA', name: 'Bauchi', cx: 452.6, cy: 196.4, x: 431.4, y: 219.2, room: 38.3 },
  { code: 'NG-BY', name: 'Bayelsa', cx: 214.8, cy: 567.5, x: 208.1, y: 568.2, room: 21.2 },
  { code: 'NG-BE', name: 'Benue', cx: 377.1, cy: 410.5, x: 405.5, y: 413.7, room: 33.6 },
  { code: 'NG-BO', name: 'Borno', cx: 647.5, cy: 126.7, x: 654.6, y: 121.7, room: 60.5 },
  { code: 'NG-CR', name: 'Cross River', cx: 366.5, cy: 500.3, x: 353.9, y: 518, room: 28.1 },
  { code: 'NG-DE', name: 'Delta', cx: 206, cy: 509.6, x: 207.8, y: 525.9, room: 18.1 },
  { code: 'NG-EB', name: 'Ebonyi', cx: 331, cy: 475.7, x: 334.3, y: 475.2, room: 16.7 },
  { code: 'NG-ED', name: 'Edo', cx: 203.1, cy: 453.6, x: 222, y: 436.7, room: 26.4 },
  { code: 'NG-EK', name: 'Ekiti', cx: 166.4, cy: 387.1, x: 169, y: 387.4, room: 16.9 },
  { code: 'NG-EN', name: 'Enugu', cx: 295.5, cy: 459.3, x: 294, y: 460.8, room: 19.2 },
  { code: 'NG-FC', name: 'Federal Capital Territory', cx: 278.5, cy: 315.5, x: 275.5, y: 321, room: 20.6 },
  { code: 'NG-GO', name: 'Gombe', cx: 529.5, cy: 219.7, x: 522.2, y: 196, room: 27.9 },
  { code: 'NG-IM', name: 'Imo', cx: 272.6, cy: 519.8, x: 272.2, y: 522.9, room: 18.3 },
  { code: 'NG-JI', name: 'Jigawa', cx: 425.8, cy: 106.5, x: 427.4, y: 100.1, room: 30.2 },
  { code: 'NG-KD', name: 'Kaduna', cx: 312.5, cy: 222.5, x: 315.9, y: 210.1, room: 44.9 },
  { code: 'NG-KN', name: 'Kano', cx: 362.3, cy: 136.6, x: 356.9, y: 125.6, room: 32.2 },
  { code: 'NG-KT', name: 'Katsina', cx: 308.3, cy: 96.4, x: 304, y: 78.7, room: 30.1 },
  { code: 'NG-KE', name: 'Kebbi', cx: 116.4, cy: 134.7, x: 93.5, y: 112.1, room: 29.9 },
  { code: 'NG-KO', name: 'Kogi', cx: 251, cy: 385.5, x: 287.6, y: 396.7, room: 28.1 },
  { code: 'NG-KW', name: 'Kwara', cx: 108.8, cy: 307.8, x: 138, y: 331, room: 32.9 },
  { code: 'NG-LA', name: 'Lagos', cx: 58.6, cy: 460, x: 42.6, y: 459.4, room: 6.7 },
  { code: 'NG-NA', name: 'Nasarawa', cx: 342.6, cy: 337.7, x: 330.2, y: 338.3, room: 32.4 },
  { code: 'NG-NI', name: 'Niger', cx: 183.9, cy: 248.4, x: 181.4, y: 256, room: 50.4 },
  { code: 'NG-OG', name: 'Ogun', cx: 53.2, cy: 430.5, x: 32.1, y: 429.9, room: 21 },
  { code: 'NG-ON', name: 'Ondo', cx: 157.1, cy: 436, x: 136.1, y: 443, room: 17.4 },
  { code: 'NG-OS', name: 'Osun', cx: 118.9, cy: 397.6, x: 119, y: 400.3, room: 23.8 },
  { code: 'NG-OY', name: 'Oyo', cx: 62.5, cy: 359.9, x: 57.8, y: 357.5, room: 39.3 },
  { code: 'NG-PL', name: 'Plateau', cx: 425.6, cy: 293.8, x: 433.4, y: 307.9, room: 34.7 },
  { code: 'NG-RI', name: 'Rivers', cx: 264.1, cy: 561, x: 250.1, y: 550.4, room: 13.5 },
  { code: 'NG-SO', name: 'Sokoto', cx: 166.5, cy: 55.3, x: 171.8, y: 45.4, room: 36 },
  { code: 'NG-TA', name: 'Taraba', cx: 504, cy: 367, x: 489.9, y: 372.4, room: 49.9 },
  { code: 'NG-YO', name: 'Yobe', cx: 541, cy: 101, x: 546.3, y: 86.5, room: 48.6 },
  { code: 'NG-ZA', name: 'Zamfara', cx: 224.3, cy: 114.3, x: 228.3, y: 111.3, room: 43 },
] as const

/** Positions off the coast for numbers that have no room in their state. */
export const offshorePositions: Record<string, readonly [x: number, y: number]> = {
  'NG-LA': [66, 490],
  'NG-RI': [262, 604],
}

export const shortStateNames: Record<string, string> = { 'NG-FC': 'FCT' }
