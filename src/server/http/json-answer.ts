/** A JSON answer that keeps its bytes: writing it to a socket needs no stream, and it is encoded once. */
export class JsonAnswer extends Response {
  readonly encoded: Uint8Array<ArrayBuffer>;

  constructor(value: unknown, status: number) {
    const bytes = Buffer.from(JSON.stringify(value));
    super(bytes, { status, headers: { 'content-type': 'application/json' } });
    this.encoded = bytes;
  }
}
