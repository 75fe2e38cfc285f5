import { dashboard, refusalOfCall, sentenceOfFailure } from '#ui/envelopes/dashboard-client.ts';
import type { SaveOutcome } from './autosave.ts';
import type { Draft } from './draft.ts';
import { readDraft } from './read-draft.ts';
import { withoutNulls, writeDraft, type DraftBody } from './write-draft.ts';

/** Saves drafts of one envelope through its operation. */
export function draftSaver(id: string): (draft: Draft, expectedVersion: number) => Promise<SaveOutcome> {
  /** What was sent without an answer: the server may have it all the same. */
  let unanswered: string | null = null;

  return async function save(draft, expectedVersion) {
    const body = writeDraft(draft);
    try {
      const graph = await dashboard.envelope.draft.mutate({ id, expectedVersion, ...withoutNulls(body) });
      unanswered = null;
      return { kind: 'saved', version: graph.envelope.version };
    } catch (error) {
      const refused = refusalOfCall(error);
      if (refused?.code === 'version_conflict') return settleConflict(body);
      if (refused === null) unanswered = JSON.stringify(body);
      if (refused?.code === 'invalid_state') {
        return {
          kind: 'failed',
          message:
            'This envelope is no longer a draft: it was sent or voided elsewhere. Reload the page to see it.',
        };
      }
      return { kind: 'failed', message: sentenceOfFailure(error) };
    }
  };

  /** An overtaking version may be our own, of a request whose answer was lost: then there is no conflict. */
  async function settleConflict(body: DraftBody): Promise<SaveOutcome> {
    try {
      const current = await dashboard.envelope.get.query({ id });
      const { version } = current.envelope;
      const theirs = JSON.stringify(writeDraft(readDraft(current)));
      if (theirs === JSON.stringify(body)) return { kind: 'saved', version };
      if (theirs !== unanswered) return { kind: 'conflict', currentVersion: version };
      const graph = await dashboard.envelope.draft.mutate({
        id,
        expectedVersion: version,
        ...withoutNulls(body),
      });
      unanswered = null;
      return { kind: 'saved', version: graph.envelope.version };
    } catch (error) {
      return { kind: 'failed', message: sentenceOfFailure(error) };
    }
  }
}
