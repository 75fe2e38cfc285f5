/** A JSON answer that keeps its text: writing it to a socket needs no stream, and it is encoded once. */
export class JsonAnswer extends Response {
  readonly serialized: string;

  constructor(value: unknown, status: number) {
    const serialized = JSON.stringify(value);
    super(serialized, { status, headers: { 'content-type': 'application/json' } });
    this.serialized = serialized;
  }
}
