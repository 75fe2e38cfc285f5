/**
 * A JSON response that keeps its bytes. It is encoded once and written to a socket without a stream. Tests
 * and clients without a socket get a new body each time.
 */
export class JsonAnswer extends Response {
  readonly encoded: Uint8Array<ArrayBuffer>;

  constructor(value: unknown, status: number) {
    super(null, { status, headers: { 'content-type': 'application/json' } });
    this.encoded = Buffer.from(JSON.stringify(value));
  }

  override get body() {
    return this.#read().body;
  }

  override arrayBuffer() {
    return this.#read().arrayBuffer();
  }

  override bytes() {
    return this.#read().bytes();
  }

  override text() {
    return this.#read().text();
  }

  override json() {
    return this.#read().json();
  }

  override clone(): Response {
    return new Response(this.encoded, this);
  }

  #read(): Response {
    return new Response(this.encoded);
  }
}
