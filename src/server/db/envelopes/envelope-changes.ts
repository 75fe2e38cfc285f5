import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions, type Transaction } from '#server/db/client/client.ts';
import { notifyAfterCommit } from '#server/db/client/after-commit.ts';
import { APP_ROLE } from '#server/db/client/role.ts';
import { QUESTIONS_CHANNEL } from '#server/db/oauth/agent-questions.ts';

/** An envelope that has changed. */
export type EnvelopeChange = {
  readonly organizationId: string;
  readonly envelopeId: string;
  /** The envelope's team if that team is private. */
  readonly privateTeamId: string | null;
};

export type ChangeListener = {
  readonly heard: (change: EnvelopeChange) => void;
  /** Called when there is news about a question to an agent's client. */
  readonly heardOfQuestion: (id: string) => void;
  /**
   * Called when every change is received from now on. After a lost connection, some changes may have been
   * missed.
   */
  readonly connected: () => void;
  readonly lost: (error: unknown) => void;
};

const CHANNEL = 'countersign_envelopes';
const RETRY_MS = 1000;
const RETRY_MAX_MS = 15_000;

/** Notifies every listening process once `tx` has committed. */
export function announceChange(tx: Transaction, change: EnvelopeChange): void {
  notifyAfterCommit(tx, { channel: CHANNEL, payload: JSON.stringify(change) });
}

/** Like `announceChange`, for an envelope whose team isn't known. */
export async function announceEnvelopeChange(
  tx: Transaction,
  { organizationId, envelopeId }: Omit<EnvelopeChange, 'privateTeamId'>,
): Promise<void> {
  const [privateTeam] = await tx.execute<{ id: string }>(
    sql`select t.id from teams t join envelopes e on e.organization_id = t.organization_id and e.team_id = t.id
      where e.organization_id = ${organizationId} and e.id = ${envelopeId} and t.is_private`,
  );
  announceChange(tx, { organizationId, envelopeId, privateTeamId: privateTeam?.id ?? null });
}

/** Listens on its own connection, and reconnects until `close`. */
export function listenForChanges(
  address: DatabaseAddress,
  listener: ChangeListener,
): { readonly close: () => Promise<void> } {
  let closing = false;
  let attempts = 0;
  let retry: NodeJS.Timeout | null = null;
  const options = {
    ...toConnectionOptions(address),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'countersign live', role: APP_ROLE },
    onnotice: () => undefined,
    onnotify: (channel: string, text: string) => {
      if (channel === QUESTIONS_CHANNEL) return listener.heardOfQuestion(text);
      const change = parseChange(text);
      if (change !== null) listener.heard(change);
    },
    onclose: () => listenLater(new Error('the listening connection was closed')),
  };
  // The driver accepts `onnotify` but its types don't declare it.
  const client = postgres(options as postgres.Options<Record<string, never>>);

  const listen = async () => {
    try {
      await client.unsafe(`listen ${CHANNEL}; listen ${QUESTIONS_CHANNEL}`);
      attempts = 0;
      if (!closing) listener.connected();
    } catch (error) {
      listenLater(error);
    }
  };
  const listenLater = (error: unknown) => {
    if (closing || retry !== null) return;
    listener.lost(error);
    const delay = Math.min(RETRY_MS * 2 ** attempts++, RETRY_MAX_MS);
    retry = setTimeout(() => {
      retry = null;
      void listen();
    }, delay);
  };

  void listen();
  return {
    close: async () => {
      closing = true;
      if (retry !== null) clearTimeout(retry);
      await client.end({ timeout: 5 });
    },
  };
}

/** Anyone with access to the database can send notifications, so unknown messages are ignored. */
function parseChange(text: string): EnvelopeChange | null {
  try {
    const { organizationId, envelopeId, privateTeamId } = JSON.parse(text) as Record<string, unknown>;
    if (typeof organizationId !== 'string' || typeof envelopeId !== 'string') return null;
    if (typeof privateTeamId !== 'string' && privateTeamId !== null) return null;
    return { organizationId, envelopeId, privateTeamId };
  } catch {
    return null;
  }
}
