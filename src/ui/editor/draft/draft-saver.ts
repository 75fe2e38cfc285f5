import { m } from '#i18n/compiled/messages.js';
import { findCallRefusal, explainFailure } from '#ui/envelopes/dashboard-client.ts';
import type { SaveOutcome } from './autosave.ts';
import type { Draft } from './draft.ts';
import type { EditorHost } from '#ui/editor/host.ts';
import { readDraft } from './read-draft.ts';
import { writeDraft, type DraftBody } from './write-draft.ts';

/** Saves drafts of the host's envelope. */
export function createDraftSaver(
  host: Pick<EditorHost, 'get' | 'save'>,
): (draft: Draft, expectedVersion: number) => Promise<SaveOutcome<Draft>> {
  /** Requests that were sent but got no response, so the server may have processed them. */
  const unanswered = new Set<string>();

  return async function save(draft, expectedVersion) {
    const body = writeDraft(draft);
    try {
      const graph = await host.save(expectedVersion, body);
      unanswered.clear();
      return { kind: 'saved', version: graph.envelope.version };
    } catch (error) {
      if (findCallRefusal(error)?.code === 'version_conflict') return settleConflict(body);
      const outcome = toSaveOutcome(error);
      if (outcome.kind === 'unreachable') unanswered.add(JSON.stringify(body));
      return outcome;
    }
  };

  /**
   * A newer version may be our own, from a request whose response was lost. In that case, there is no
   * conflict.
   */
  async function settleConflict(body: DraftBody): Promise<SaveOutcome<Draft>> {
    try {
      const current = await host.get();
      const { version } = current.envelope;
      const theirs = readDraft(current);
      const written = JSON.stringify(writeDraft(theirs));
      if (written === JSON.stringify(body)) return { kind: 'saved', version };
      if (!unanswered.has(written)) return { kind: 'conflict', version, theirs };
      const graph = await host.save(version, body);
      unanswered.clear();
      return { kind: 'saved', version: graph.envelope.version };
    } catch (error) {
      return toSaveOutcome(error);
    }
  }
}

function toSaveOutcome(error: unknown): SaveOutcome<Draft> {
  switch (findCallRefusal(error)?.code) {
    case undefined:
    case 'internal':
    case 'unavailable':
    case 'rate_limited':
    case 'version_conflict':
      return { kind: 'unreachable' };
    case 'unauthorized':
      return { kind: 'logged-out' };
    case 'invalid_state':
      return { kind: 'failed', message: m.editor_moved_on() };
    case 'not_found':
      return { kind: 'failed', message: m.editor_gone() };
    default:
      return { kind: 'failed', message: explainFailure(error) };
  }
}
