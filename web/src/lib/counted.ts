const figures = new Intl.NumberFormat('en-NG')

export function figureText(count: number): string {
  return figures.format(count)
}

/** '1 like', '1,046 likes'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figureText(count)} ${count === 1 ? one : many}`
}
