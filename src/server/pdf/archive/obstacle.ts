/** What keeps documents from becoming archivable (PDF/A-3u), in words for the log. */
const OBSTACLES = {
  version: 'a version of PDF that PDF/A-3 is not based on',
  intent: 'an output intent of its own',
  color: 'colors that sRGB does not define, such as CMYK',
  font: 'a font that is not embedded',
  'font form': 'a font in a form that is not checked',
  glyph: 'a character without a glyph, or with another width than the font says',
  unicode: 'a character without Unicode text',
  operator: 'an operator or a resource that the standard does not define',
  'inline image': 'an image within the content',
  image: 'an image that asks to be smoothed, or in a format that is not allowed',
  graphics: 'transfer functions, halftones or blend modes that are not allowed',
  link: 'a link that is hidden or not printed',
  metadata: 'metadata of a part of the document',
  limit: 'something beyond the limits of sizes and nesting',
  damage: 'something damaged',
} as const;

type ObstacleName = keyof typeof OBSTACLES;

/** Thrown where a rule of PDF/A isn't met, or it isn't certain that it is. */
export class Obstacle extends Error {
  override readonly name = 'Obstacle';

  constructor(obstacle: ObstacleName) {
    super(OBSTACLES[obstacle]);
  }
}
