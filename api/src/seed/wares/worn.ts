import { bird } from '../scenes/vessels.ts'
import { times } from '../scenes/stage.ts'
import type { Ware } from './cloth.ts'

const bead = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/><circle cx="${x - r * 0.35}" cy="${y - r * 0.35}" r="${r * 0.27}" fill="#fff" fill-opacity=".65"/>`

function bow(
  [rx, ry]: readonly [number, number],
  count: number,
  paint: (nth: number) => readonly [number, string],
): string {
  return times(count, (nth) => {
    const turn = Math.PI * (0.02 + (0.96 * nth) / (count - 1))
    const [size, fill] = paint(nth)
    return bead(150 - Math.cos(turn) * rx, 104 + Math.sin(turn) * ry, size, fill)
  })
}

export const glassBeads: Ware = () => {
  const tones = ['#1B6B45', '#2F8F5E', '#D9952B', '#1B6B45', '#F2B23A', '#14532F']
  return `<path d="M54 104q4 144 96 144t96-144" stroke="#5B3A20" stroke-width="3" fill="none"/>${bow([96, 134], 25, (nth) => [nth % 4 === 2 ? 13 : 9.6, tones[nth % 6] ?? '#1B6B45'])}
${bow([62, 84], 19, (nth) => [nth % 3 === 1 ? 9.6 : 7.4, tones[(nth + 2) % 6] ?? '#1B6B45'])}`
}

export const coralSet: Ware = () => {
  const reds = ['#C23A1E', '#D34B2A', '#B5311A', '#DE6038']
  const strands = [100, 82, 64, 46].map((r, row) =>
    bow([r, r * 1.24], 27 - row * 4, (nth) => [
      8.6 - row * 0.5,
      nth % 6 === 3 ? '#F2B23A' : (reds[row] ?? '#C23A1E'),
    ]),
  )
  const drop = (x: number) => `${bead(x, 84, 8, '#F2B23A')}${bead(x, 66, 10, '#C23A1E')}`
  return `${strands.join('')}<rect x="141" y="224" width="18" height="26" rx="8" fill="#B5311A"/>${bead(150, 256, 8, '#F2B23A')}${drop(132)}${drop(168)}`
}

export const bangles: Ware = () => {
  const ring = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="70" ry="60" fill="none" stroke="url(#brass)" stroke-width="22"/><ellipse rx="70" ry="60" fill="none" stroke="#FBE8B0" stroke-width="3" stroke-dasharray="4 13" stroke-linecap="round"/>
<ellipse rx="78" ry="68" fill="none" stroke="#6B4212" stroke-width="2.4" stroke-opacity=".6"/><path d="M-62-24q20-32 56-34" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round" stroke-opacity=".6"/></g>`
  return `${ring(118, 150, -14)}${ring(184, 176, 10)}`
}

export const tote: Ware = (first) =>
  `<path d="M104 116q-8-84 46-84t46 84" stroke="#5F2F16" stroke-width="12" fill="none"/><path d="M70 104h160l16 138q-96 16-192 0z" fill="#A5622F"/><path d="M62 176h176l7 46q-95 14-190 0z" fill="${first}"/>
<path d="M70 104h160l16 138q-96 16-192 0z" fill="url(#shade)" fill-opacity=".5"/><path d="M76 114h148l14 120q-88 13-176 0z" fill="none" stroke="#F3CDA9" stroke-width="2.6" stroke-dasharray="8 6"/><circle cx="104" cy="116" r="6" fill="#F2B23A"/><circle cx="196" cy="116" r="6" fill="#F2B23A"/>`

export const pouffe: Ware = (first) =>
  `<path d="M54 156q0-40 96-42q96 2 96 42v52q-8 36-96 38q-88-2-96-38z" fill="#1F5E6B"/><path d="M54 158q0 52 96 52t96-52v50q-8 36-96 38q-88-2-96-38z" fill="${first}"/><path d="M54 156q0-40 96-42q96 2 96 42v52q-8 36-96 38q-88-2-96-38z" fill="url(#shade)" fill-opacity=".5"/>
<ellipse cx="150" cy="154" rx="96" ry="42" fill="#7A2F1C"/><ellipse cx="150" cy="154" rx="78" ry="32" fill="none" stroke="#F2B23A" stroke-width="4" stroke-dasharray="10 6"/><path d="M150 124l46 30-46 30-46-30z" fill="#F2B23A"/><path d="M150 134l30 20-30 20-30-20z" fill="#1F5E6B"/><circle cx="150" cy="154" r="7" fill="#FDF0CF"/>`

export const keyHolders: Ware = () => {
  const one = (x: number, y: number, [turn, fill]: readonly [number, string]) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><circle cy="-74" r="17" fill="none" stroke="#B9BEC4" stroke-width="6"/><path d="M-22-54q22-14 44 0l8 96q-30 26-60 0z" fill="${fill}"/><path d="M-22-54q22-14 44 0l8 96q-30 26-60 0z" fill="url(#shade)" fill-opacity=".5"/><path d="M-15-46q15-8 30 0l6 82q-21 16-42 0z" fill="none" stroke="#F7E6CF" stroke-width="2.4" stroke-dasharray="6 5"/><path d="M0-20l12 18-12 18-12-18z" fill="#F2B23A"/></g>`
  return `${one(92, 176, [-16, '#7A2F1C'])}${one(208, 178, [15, '#1F5E6B'])}${one(150, 188, [-2, '#A5622F'])}`
}

export const calabashSet: Ware = () => {
  const bowl = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-94 0q4 108 94 110q90-2 94-110z" fill="#D9964A"/>${bird(-42, 52, 0.8)}${bird(38, 56, -0.8)}<path d="M-92 18q92 34 184 0M-88 26q88 32 176 0" stroke="#5B2A16" stroke-width="3" fill="none"/><path d="M-94 0q4 108 94 110q90-2 94-110z" fill="url(#shade)" fill-opacity=".6"/><ellipse rx="94" ry="26" fill="#EDBC78"/><ellipse cy="2" rx="80" ry="19" fill="#6B3A17"/></g>`
  return `${bowl(100, 128, 0.56)}${bowl(204, 136, 0.54)}${bowl(150, 154, 0.86)}`
}
