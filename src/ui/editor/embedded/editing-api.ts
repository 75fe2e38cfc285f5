import { createClient, type ApiClient } from '#client/client.ts';
import type { paths } from '#client/schema.ts';
import { withoutNulls, type DraftBody } from '#ui/editor/draft/write-draft.ts';
import { RefusedCall } from '#ui/envelopes/dashboard-client.ts';
import { errorSchema } from '#wire/error.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { OpenedEditing } from '#wire/page-session.ts';

type SaveBody = paths['/api/editing/draft']['put']['requestBody']['content']['application/json'];

/** Exchanges the token of a session URL, which works only once, for the page's own token. */
export function openEditing(urlToken: string): Promise<OpenedEditing> {
  return requireData(createEditingClient(urlToken).POST('/api/editing/session', { body: {} }));
}

/**
 * The operations on the draft that the page's token allows. Each rejects with a `RefusedCall`, or with
 * another error if there is no response.
 */
export class EditingApi {
  readonly #client: ApiClient;

  constructor(token: string) {
    this.#client = createEditingClient(token);
  }

  get(): Promise<WireGraph> {
    return requireData(this.#client.GET('/api/editing/envelope'));
  }

  async document(): Promise<Uint8Array> {
    const call = this.#client.GET('/api/editing/document', { parseAs: 'arrayBuffer' });
    return new Uint8Array(await requireData(call));
  }

  save(expectedVersion: number, draft: DraftBody): Promise<WireGraph> {
    // JSON leaves out undefined properties.
    const body = { expectedVersion, ...withoutNulls(draft) } as SaveBody;
    return requireData(this.#client.PUT('/api/editing/draft', { body }));
  }

  async send(expectedVersion: number, sendAt: string | null): Promise<void> {
    const body = { expectedVersion, ...(sendAt === null ? {} : { sendAt }) };
    await requireData(this.#client.POST('/api/editing/send', { body }));
  }
}

function createEditingClient(editingToken: string): ApiClient {
  return createClient({
    baseUrl: location.origin,
    editingToken,
    fetch: (request) => fetch(request, { cache: 'no-store', credentials: 'omit' }),
  });
}

async function requireData<T>(
  call: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  const refused = errorSchema.safeParse(error);
  throw refused.success ? new RefusedCall(refused.data) : new Error(`the answer was ${response.status}`);
}
