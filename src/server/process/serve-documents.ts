/**
 * The reply for each document: the outcome, or an error that the document didn't cause (a missing file, a
 * full disk).
 */
export type ChildReply<Outcome> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly worn: boolean }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Turns this process into one that handles documents for its parent. It replies to each request with the
 * result of `work`, and exits when its parent exits. If it is larger than `wornBytes` after a document, it
 * asks to be replaced.
 */
export function serveDocuments<Request, Outcome>(
  work: (request: Request) => Promise<Outcome>,
  wornBytes: number,
): void {
  if (!process.send) return;
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: Request) => {
    work(request).then(
      (outcome) => reply({ kind: 'outcome', outcome, worn: process.memoryUsage.rss() > wornBytes }),
      (error: unknown) =>
        reply({ kind: 'error', message: error instanceof Error ? error.message : String(error) }),
    );
  });
  reply({ kind: 'ready' });
}

function reply<Outcome>(message: ChildReply<Outcome>): void {
  process.send?.(message);
}
