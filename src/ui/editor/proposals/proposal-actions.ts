import { m } from '#i18n/compiled/messages.js';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { goToField } from '#ui/editor/fields/go-to-field.ts';
import { getFieldName } from '#ui/editor/fields/field-words.ts';
import { withAccepted, withDismissed, withParty } from './proposals.ts';

/**
 * Accepts suggestions as one step. Unassigned ones go to the active participant, who is added if there is
 * none.
 */
export function acceptProposals(editor: EditorState, fields: readonly DraftField[]): void {
  if (fields.length === 0) return;
  const needsOwner = fields.some(({ participantKey }) => !editor.positions.has(participantKey));
  if (needsOwner && editor.activeKey === null) editor.addParticipant();
  editor.change(withAccepted(editor.draft, collectKeys(fields), editor.activeKey ?? ''));
  editor.announcement = m.editor_news_accepted({ count: fields.length, left: editor.proposals.length });
}

/** Dismisses suggestions as one step. */
export function dismissProposals(editor: EditorState, fields: readonly DraftField[]): void {
  if (fields.length === 0) return;
  editor.change(withDismissed(editor.draft, collectKeys(fields)));
  editor.announcement = m.editor_news_dismissed({ count: fields.length, left: editor.proposals.length });
}

/** Accepts or dismisses the selected suggestions and moves to the next one in reading order. */
export function settleChosen(editor: EditorState, how: 'accept' | 'dismiss'): void {
  const chosen = editor.chosen.filter((field) => editor.proposals.includes(field));
  const last = chosen.at(-1);
  if (last === undefined) return;
  const chosenKeys = collectKeys(chosen);
  const index = editor.proposals.indexOf(last);
  const others = [...editor.proposals.slice(index + 1), ...editor.proposals.slice(0, index)];
  const next = others.find(({ key }) => !chosenKeys.has(key));
  if (how === 'accept') acceptProposals(editor, chosen);
  else dismissProposals(editor, chosen);
  if (next !== undefined) return goToField(editor, next.key);
  if (how === 'dismiss') editor.selectedKey = null;
}

/** Moves to the suggestion before or after the selected field in reading order, wrapping around. */
export function goToAdjacentProposal(editor: EditorState, by: 1 | -1): void {
  const { proposals, ordered } = editor;
  if (proposals.length === 0) {
    editor.announcement = m.editor_news_no_suggestions();
    return;
  }
  const from = ordered.findIndex(({ key }) => key === editor.selectedKey);
  const way =
    by === 1
      ? [...ordered.slice(from + 1), ...ordered]
      : [...ordered, ...ordered.slice(0, Math.max(0, from))].reverse();
  const next =
    way.find((field) => proposals.includes(field) && field.key !== editor.selectedKey) ?? proposals[0];
  if (next === undefined) return;
  goToField(editor, next.key);
  editor.announcement = m.editor_news_suggestion({
    number: proposals.indexOf(next) + 1,
    count: proposals.length,
    field: getFieldName(next),
  });
}

/** Assigns a detected party to a participant. The party's suggestions become theirs, still to be accepted. */
export function assignParty(editor: EditorState, partyIndex: number, participantKey: string): void {
  editor.change(withParty(editor.draft, partyIndex, participantKey));
  editor.activeKey = participantKey;
  editor.announcement = m.editor_news_assigned({ name: editor.getPersonName(participantKey) });
}

function collectKeys(fields: readonly DraftField[]): Set<string> {
  return new Set(fields.map(({ key }) => key));
}
