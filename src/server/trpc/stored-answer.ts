/**
 * The answer of a request that was made before, thrown so that it passes by the schema of today's answers: a version that
 * adds to an answer still replays what the one before it stored.
 */
export class StoredAnswer extends Error {
  override readonly name = 'StoredAnswer';
  readonly body: unknown;

  constructor(body: unknown) {
    super('this request has a stored response');
    this.body = body;
  }
}
