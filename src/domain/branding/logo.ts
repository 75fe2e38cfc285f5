/** Checks whether a logo is a symbol, which is about as wide as it is high. Wider logos contain the name. */
export function isSymbol({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width <= height * 1.5;
}
