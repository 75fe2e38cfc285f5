/**
 * Carries a stored response past today's output schema, so that a newer version still replays what an older
 * one stored.
 */
export class StoredAnswer extends Error {
  override readonly name = 'StoredAnswer';
  readonly body: unknown;

  constructor(body: unknown) {
    super('this request has a stored response');
    this.body = body;
  }
}
