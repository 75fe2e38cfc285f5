/** Keeps the most recently used pictures, including those still being drawn. */
export class KeptPictures<Picture> {
  readonly #most: number;
  readonly #kept = new Map<string, Promise<Picture | null>>();

  /** Keeps at most `most` pictures. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the picture for a key, and draws it if it isn't kept. */
  get(key: string, draw: () => Promise<Picture | null>): Promise<Picture | null> {
    const picture = this.#kept.get(key) ?? draw();
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    // A page that took too long may be faster when fewer other pages are being drawn.
    const forget = () => this.#kept.get(key) === picture && this.#kept.delete(key);
    picture.then((drawn) => drawn === null && forget(), forget);
    return picture;
  }
}
