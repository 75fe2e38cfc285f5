import { dashboard } from '#ui/envelopes/dashboard-client.ts';
import type { EditedGraph } from './draft/edited-graph.ts';
import type { FoundText, WantedText } from './placing/found-text.ts';
import { withoutNulls, type DraftBody } from './draft/write-draft.ts';

type Signed = { readonly name: string; readonly email: string };

/** The environment that the editor runs in: our dashboard, or the page of another application. */
export type EditorHost = {
  /**
   * What is edited. For a template, only the fields can be changed here; the rest is on the template's page.
   */
  readonly subject: 'envelope' | 'template';
  /**
   * Whether another application shows the editor. In that case, nothing in the dashboard can be reached from
   * it.
   */
  readonly isEmbedded: boolean;
  /** Whether there is no mail server, so that the sender passes links on. */
  readonly keepsMail: boolean;
  /** The version that ends when this draft is sent, and who has signed it; null for a first version. */
  readonly replaced: { readonly number: number; readonly signed: readonly Signed[] } | null;
  /** The page that the editor leads back to. Null if the surrounding page handles that. */
  readonly back: string | null;
  readonly get: () => Promise<EditedGraph>;
  readonly save: (expectedVersion: number, body: DraftBody) => Promise<EditedGraph>;
  /** `sendAt` is ISO 8601 in UTC, or null to send now. */
  readonly send: (expectedVersion: number, sendAt: string | null) => Promise<void>;
  /**
   * Returns the email that the recipient at a position in the saved draft will get. Null if it isn't shown.
   */
  readonly previewRequest: ((position: number) => Promise<{ subject: string; html: string }>) | null;
  /** Finds the places of a text in the document. Null if the editor can't do that. */
  readonly findText: ((wanted: WantedText) => Promise<FoundText>) | null;
  readonly document: () => Promise<Uint8Array>;
  /** Called when everything has been saved, and when nothing can be saved any more. */
  readonly saved: () => void;
  readonly ended: () => void;
  /** Leaves the editor after the envelope was sent or scheduled. */
  readonly leave: () => Promise<void>;
  /** Reopens the editor with the current files. */
  readonly reload: () => Promise<void>;
  /** Deletes the draft and leaves. Null if the editor can't do that. */
  readonly remove: (() => void) | null;
};

/** Runs the editor of an envelope in the dashboard. */
export function createDashboardHost(
  id: string,
  own: Pick<EditorHost, 'keepsMail' | 'replaced' | 'leave' | 'reload' | 'remove'>,
): EditorHost {
  return {
    subject: 'envelope',
    isEmbedded: false,
    back: '/envelopes',
    get: () => dashboard.envelope.get.query({ id }),
    save: (expectedVersion, body) =>
      dashboard.envelope.draft.mutate({ id, expectedVersion, ...withoutNulls(body) }),
    send: async (expectedVersion, sendAt) => {
      await dashboard.envelope.send.mutate({ id, expectedVersion, ...(sendAt === null ? {} : { sendAt }) });
    },
    previewRequest: (position) => dashboard.envelope.previewRequest.query({ id, position }),
    findText: (wanted) => dashboard.envelope.findText.query({ id, ...wanted }),
    document: async () => {
      const response = await fetch(`/envelopes/${id}/document?variant=prepared`);
      if (!response.ok) throw new Error(`the document request failed with status ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    saved: () => {},
    ended: () => {},
    ...own,
  };
}
