/**
 * Carries a stored response past the current output schema, so that a newer version can still replay what an
 * older one stored.
 */
export class StoredAnswer extends Error {
  override readonly name = 'StoredAnswer';
  readonly body: unknown;

  constructor(body: unknown) {
    super('this request has a stored response');
    this.body = body;
  }
}
