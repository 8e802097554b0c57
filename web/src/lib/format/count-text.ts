const figures = new Intl.NumberFormat('en-NG')

export function figureText(count: number): string {
  return figures.format(count)
}

/** '1,000+' if the server stopped counting there. */
export function totalText(total: number, isCapped = false): string {
  return isCapped ? `${figureText(total)}+` : figureText(total)
}

/** '1 like', '1,046 likes'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figureText(count)} ${count === 1 ? one : many}`
}
