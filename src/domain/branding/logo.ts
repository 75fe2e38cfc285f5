/** Whether a logo is a symbol, about as wide as high. Wider ones contain the name. */
export function isSymbol({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width <= height * 1.5;
}
