import type { ApiClient } from '#client/client.ts';
import type { SignerThread } from '#wire/thread.ts';
import type { Answered } from '#ui/signer/signer-api.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

/** Sends a question or a message, and refreshes the threads. Returns whether that worked. */
export async function sendAsk(
  session: SigningSession,
  send: (client: ApiClient) => Promise<Answered<SignerThread>>,
): Promise<boolean> {
  let isSent = false;
  await session.run(async (api) => {
    const thread = await api.call?.(send);
    if (thread === undefined || session.view === null) return;
    const others = session.view.threads.filter(({ id }) => id !== thread.id);
    session.view = { ...session.view, threads: [...others, thread] };
    isSent = true;
  });
  return isSent;
}
