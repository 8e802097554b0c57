import { person } from './figures.ts'
import { palm, sky, sun } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

function houses({ width, height, roll }: Stage): string {
  const colours = ['#E0A67A', '#C9C0AE', '#D98158', '#EAD3A0', '#B9A9C9'] as const
  const count = Math.ceil(width / 130)
  return times(count, (nth) => {
    const [x, tall] = [nth * 130 - 20, roll(150, 290)]
    const top = height * 0.7 - tall
    const windows = times(Math.floor(tall / 62), (row) =>
      times(
        3,
        (place) =>
          `<rect x="${x + 18 + place * 36}" y="${top + 22 + row * 58}" width="22" height="32" rx="2" fill="#3A4A66" fill-opacity=".75"/>`,
      ),
    )
    return `<rect x="${x}" y="${top}" width="132" height="${tall}" fill="${pick(colours, nth)}"/><rect x="${x}" y="${top}" width="132" height="${tall}" fill="url(#shade)" fill-opacity=".35"/><rect x="${x - 4}" y="${top - 10}" width="140" height="12" fill="#7A4A26"/>${windows}`
  })
}

const wheel = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="46" fill="#1B1614"/><circle cx="${x}" cy="${y}" r="22" fill="#C9C6BC"/><circle cx="${x}" cy="${y}" r="8" fill="#5A544C"/>`

function bus([x, y]: readonly [number, number], conductor: string): string {
  const body = 'M-270 110V-60q0-74 70-78h340q60 2 96 82l40 30q14 10 14 36v90z'
  const panes = [-236, -138].map(
    (left) =>
      `<rect x="${left}" y="-104" width="84" height="72" rx="9" fill="#BFDDE3"/><path d="M${left + 12}-40l44-58h16l-46 62z" fill="#fff" fill-opacity=".5"/>`,
  )
  return `<g transform="translate(${x} ${y})"><ellipse cy="150" rx="320" ry="20" fill="#1C0F0A" fill-opacity=".4"/><path d="${body}" fill="#F2B91E"/>${panes.join('')}
<path d="M86-104h56q34 6 64 72h-120z" fill="#BFDDE3"/><path d="M104-40l40-56" stroke="#fff" stroke-width="12" stroke-opacity=".5"/><path d="M-34-108h98v214h-98z" fill="#3A2A14"/>${conductor}
<path d="M-270 6h236v16h-236zM-270 34h236v16h-236zM64 6h224l2 16H64zM64 34h226v16H64z" fill="#17110F"/><path d="${body}" fill="url(#shade)" fill-opacity=".3"/>
<path d="M-264-138h320" stroke="#C98E1A" stroke-width="8"/><rect x="-200" y="-168" width="230" height="32" rx="6" fill="#8A5A2B"/><path d="M-190-168q40-38 90-4q50-40 110 4z" fill="#A83A1F"/><circle cx="274" cy="76" r="15" fill="#FFF3D0"/><rect x="-282" y="96" width="580" height="18" rx="8" fill="#2A201D"/>${wheel(-168, 116)}${wheel(196, 116)}</g>`
}

/** A yellow bus in town, its conductor leaning out of the door. */
export const danfo: Scene = (stage) => {
  const { width, height } = stage
  const leaning = { dress: '#2E6B8A', wrap: '#A83A1F', pose: 'open', isMan: true, skin: '#3D2216' } as const
  const walker = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'lift' } as const
  const other = { dress: clothAt(stage, 1), wrap: clothAt(stage, 2), pose: 'folded' } as const
  return `${sky(stage)}${sun(stage, width * 0.8, height * 0.16, 44)}${houses(stage)}${palm(stage, width * 0.94, height * 0.72, 1.8)}<rect y="${height * 0.69}" width="${width}" height="${height * 0.07}" fill="#C9A57A"/>
${person(stage, [width * 0.9, height * 0.44, 1.7], other)}<rect y="${height * 0.76}" width="${width}" height="${height * 0.24}" fill="#5A544C"/><path d="M0 ${height * 0.95}h${width}" stroke="#F7E6CF" stroke-width="8" stroke-dasharray="60 40" stroke-opacity=".8"/>
${bus([width * 0.46, height * 0.6], person(stage, [14, -86, 1.7], leaning))}${person(stage, [width * 0.08, height * 0.52, 2.1], walker)}<ellipse cx="${width * 0.08}" cy="${height * 0.49}" rx="66" ry="17" fill="#C9C6BC"/><path d="M${width * 0.08 - 50} ${height * 0.485}q50-64 100 0z" fill="#E58A1F"/>`
}
