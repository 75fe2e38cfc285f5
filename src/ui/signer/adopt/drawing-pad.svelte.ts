import { getStrokeBounds, smoothStroke, type PenPoint, type Stroke } from './stroke.ts';

/** Blue-black, like a fountain pen. */
const INK = '#141a3c';
/** The number of pixels in the finished image for each pixel of the pad. */
const PICTURE_SCALE = 2;
/** The server accepts images of up to 2,000 × 2,000 pixels. */
const LONGEST_SIDE_PX = 1900;
/** Anything smaller is an accidental touch. */
const MIN_EXTENT_PX = 8;

type Size = { readonly width: number; readonly height: number };

/** Strokes drawn on the pad, which can be undone one by one. */
export class DrawingPad {
  strokes = $state.raw<readonly Stroke[]>([]);
  /** The largest surface that the strokes were drawn on, in their own unit. */
  #surface = $state.raw<Size>({ width: 0, height: 0 });
  #current: PenPoint[] | null = null;

  get isEmpty(): boolean {
    return this.strokes.length === 0;
  }

  get isTooSmall(): boolean {
    const bounds = getStrokeBounds(this.strokes);
    return bounds === null || Math.max(bounds.width, bounds.height) < MIN_EXTENT_PX;
  }

  /** Returns the scale at which everything that was drawn fits into a surface: 1, or less if it is smaller. */
  fitInto({ width, height }: Size): number {
    if (this.isEmpty || width === 0) return 1;
    return Math.min(1, width / this.#surface.width, height / this.#surface.height);
  }

  begin(point: PenPoint, on: Size): void {
    const { width, height } = this.isEmpty ? { width: 0, height: 0 } : this.#surface;
    this.#surface = { width: Math.max(width, on.width), height: Math.max(height, on.height) };
    this.#current = [point];
    this.strokes = [...this.strokes, this.#current];
  }

  move(points: readonly PenPoint[]): void {
    if (this.#current === null || points.length === 0) return;
    this.#current = [...this.#current, ...points];
    this.strokes = [...this.strokes.slice(0, -1), this.#current];
  }

  end(): void {
    this.#current = null;
  }

  undo(): void {
    this.end();
    this.strokes = this.strokes.slice(0, -1);
  }

  clear(): void {
    this.end();
    this.strokes = [];
  }

  /** Draws all strokes in the pad's coordinates. */
  drawOn(context: CanvasRenderingContext2D): void {
    context.strokeStyle = INK;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const { from, control, to, width } of this.strokes.flatMap(smoothStroke)) {
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.quadraticCurveTo(control.x, control.y, to.x, to.y);
      context.stroke();
    }
  }

  /**
   * Returns the drawing, trimmed and on a transparent background, as a data URL of a PNG. Returns null if
   * nothing was drawn.
   */
  picture(): string | null {
    const bounds = getStrokeBounds(this.strokes);
    if (bounds === null) return null;
    const canvas = document.createElement('canvas');
    const scale = Math.min(PICTURE_SCALE, LONGEST_SIDE_PX / Math.max(bounds.width, bounds.height));
    canvas.width = Math.ceil(bounds.width * scale);
    canvas.height = Math.ceil(bounds.height * scale);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.scale(scale, scale);
    context.translate(-bounds.x, -bounds.y);
    this.drawOn(context);
    return canvas.toDataURL('image/png');
  }
}
