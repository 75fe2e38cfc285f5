import { dashboard } from '#ui/envelopes/dashboard-client.ts';
import type { EditedGraph } from './draft/edited-graph.ts';
import { withoutNulls, type DraftBody } from './draft/write-draft.ts';

/** What the editor runs in: our dashboard, or the page of another application. */
export type EditorHost = {
  /** What is edited. A template only has fields to change; the rest is on its page. */
  readonly subject: 'envelope' | 'template';
  /** Whether another application shows the editor: nothing of the dashboard can be reached from it. */
  readonly isEmbedded: boolean;
  /** Where a draft that becomes a template is saved as one; null for others. */
  readonly saveTemplate: (() => Promise<void>) | null;
  /** Where the editor leads back to; null if the page around it does that. */
  readonly back: string | null;
  readonly get: () => Promise<EditedGraph>;
  readonly save: (expectedVersion: number, body: DraftBody) => Promise<EditedGraph>;
  /** `sendAt` is ISO 8601, UTC; null for now. */
  readonly send: (expectedVersion: number, sendAt: string | null) => Promise<void>;
  /** The email that the recipient at a position of the saved draft will get; null where it isn't shown. */
  readonly previewRequest: ((position: number) => Promise<{ subject: string; html: string }>) | null;
  readonly document: () => Promise<Uint8Array>;
  /** Called when everything has been saved, and when nothing can be saved any more. */
  readonly saved: () => void;
  readonly ended: () => void;
  /** Leaves the editor once the envelope was sent or scheduled. */
  readonly leave: () => Promise<void>;
  /** Opens the editor anew with the files as they are now. */
  readonly reload: () => Promise<void>;
  /** Deletes the draft and leaves; null where the editor can't. */
  readonly remove: (() => void) | null;
};

/** Runs the editor of an envelope in the dashboard. */
export function createDashboardHost(
  id: string,
  { leave, reload, saveTemplate, remove }: Pick<EditorHost, 'leave' | 'reload' | 'saveTemplate' | 'remove'>,
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
    document: async () => {
      const response = await fetch(`/envelopes/${id}/document?variant=prepared`);
      if (!response.ok) throw new Error(`the document request failed with status ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    saved: () => {},
    ended: () => {},
    leave,
    reload,
    saveTemplate,
    remove,
  };
}
