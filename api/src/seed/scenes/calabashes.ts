import { mat, wall } from './land.ts'
import { clothAt } from './stage.ts'
import type { Scene } from './stage.ts'
import { bird, gourd, gourdBowl } from './vessels.ts'

/** A set of three bowls and a bottle, birds burnt into all of them. */
export const calabashes: Scene = (stage) => {
  const { width, height } = stage
  return `${wall(stage, '#D9C08F', '#FFF3D0')}<path d="M0 ${height * 0.6}h${width}v${height}H0z" fill="${clothAt(stage, 0)}"/>
<path d="M0 ${height * 0.6}h${width}v${height * 0.4}H0z" fill="url(#low)"/><path d="M0 ${height * 0.6}h${width}" stroke="#fff" stroke-width="5" stroke-opacity=".4"/>
${gourd([width * 0.84, height * 0.76, 1.5], false)}${gourdBowl([width * 0.22, height * 0.54, 1.0])}${gourdBowl([width * 0.52, height * 0.52, 1.5])}${gourdBowl([width * 0.3, height * 0.74, 0.9])}`
}

/** One bowl from close by: the bird, and the blade that burnt it. */
export const oneCalabash: Scene = (stage) => {
  const { width, height } = stage
  const x = width / 2
  const y = height * 0.36
  return `${wall(stage, '#C98F57', '#FBE3B4')}${mat(stage, height * 0.72)}<ellipse cx="${x}" cy="${y + 320}" rx="220" ry="30" fill="#2A140A" fill-opacity=".4"/>
<g transform="translate(${x} ${y}) scale(2.7)"><path d="M-94 0q4 108 94 118q90-10 94-118z" fill="#DB9A4E"/><g transform="translate(0 58)">${bird(-8, 0, 1.5)}</g>
<path d="M-72 52q-14 10-10 26M70 50q16 12 10 28M-60 84q-8-16 8-22M58 86q8-18-6-24" stroke="#5B2A16" stroke-width="3" fill="none" stroke-linecap="round"/>
<path d="M-92 16q92 34 184 0M-91 22q92 34 182 0" stroke="#5B2A16" stroke-width="2.4" fill="none"/><path d="M-90 30q90 34 180 0M-50 104q50 16 100 0" stroke="#5B2A16" stroke-width="3" fill="none" stroke-dasharray="1 7" stroke-linecap="round"/>
<path d="M-94 0q4 108 94 118q90-10 94-118z" fill="url(#shade)" fill-opacity=".6"/><ellipse rx="94" ry="24" fill="#F0C485"/><ellipse cy="2" rx="82" ry="18" fill="#6B3A17"/></g>
<g transform="translate(${width * 0.84} ${height * 0.9}) rotate(-34)"><rect x="-10" y="-120" width="20" height="120" rx="8" fill="url(#wood)"/><path d="M-8-120l4-90q6-16 12 8l2 82z" fill="#C9CED4"/><path d="M-2-206q4-10 8 6l1 34h-9z" fill="#E5532D"/></g>`
}

/** Bowls one in another, and milk in the uppermost. */
export const calabashStack: Scene = (stage) => {
  const { width, height } = stage
  return `${wall(stage, '#7FA6A0', '#E3EFE4')}${mat(stage, height * 0.78)}${gourd([width * 0.16, height * 0.86, 1.5], false)}
${gourdBowl([width * 0.5, height * 0.62, 1.75])}${gourdBowl([width * 0.5, height * 0.42, 1.35])}${gourdBowl([width * 0.5, height * 0.25, 1], '#FBF6EA')}
<path d="M${width * 0.55} ${height * 0.25}q60-90 120-126" stroke="#B87333" stroke-width="15" fill="none" stroke-linecap="round"/>`
}
