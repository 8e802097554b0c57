import { createElement, type SVGProps } from 'react'

/** The lines of a drawing: names of SVG elements and their attributes. */
type Lines = [name: string, attributes: SVGProps<SVGElement>][]

/** Stands in for the function of lucide-react in the build (web/build/lean-icons.ts). */
export function createIcon(lines: Lines) {
  return function Drawing({ size, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
    const svg = { width: size, height: size, viewBox: '0 0 24 24', fill: 'none', ...line, ...props }
    return createElement('svg', svg, ...lines.map(([name, attributes]) => createElement(name, attributes)))
  }
}

const line = { stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
