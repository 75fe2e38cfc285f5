import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { goToField } from '#ui/editor/fields/go-to-field.ts';
import { countOfFields, fieldName, placeWords } from '#ui/editor/fields/field-words.ts';
import { withAccepted, withDismissed, withParty } from './proposals.ts';

/** Accepts proposals as one step. Those that are nobody's become the active participant's; one is begun if there is none. */
export function acceptProposals(editor: EditorState, fields: readonly DraftField[]): void {
  if (fields.length === 0) return;
  const needsOwner = fields.some(({ participantKey }) => !editor.positions.has(participantKey));
  if (needsOwner && editor.activeKey === null) editor.addParticipant();
  editor.change(withAccepted(editor.draft, keysOf(fields), editor.activeKey ?? ''));
  editor.announcement = `${inWords(fields)} accepted. ${left(editor)}`;
}

/** Dismisses proposals as one step: they go. */
export function dismissProposals(editor: EditorState, fields: readonly DraftField[]): void {
  if (fields.length === 0) return;
  editor.change(withDismissed(editor.draft, keysOf(fields)));
  editor.announcement = `${inWords(fields)} dismissed. ${left(editor)}`;
}

/** Accepts or dismisses the chosen proposals and goes on to the next one in reading order. */
export function settleChosen(editor: EditorState, how: 'accept' | 'dismiss'): void {
  const chosen = editor.chosen.filter((field) => editor.proposals.includes(field));
  const last = chosen.at(-1);
  if (last === undefined) return;
  const chosenKeys = keysOf(chosen);
  const index = editor.proposals.indexOf(last);
  const others = [...editor.proposals.slice(index + 1), ...editor.proposals.slice(0, index)];
  const next = others.find(({ key }) => !chosenKeys.has(key));
  if (how === 'accept') acceptProposals(editor, chosen);
  else dismissProposals(editor, chosen);
  if (next !== undefined) return goToField(editor, next.key);
  if (how === 'dismiss') editor.selectedKey = null;
}

/** Goes to the proposal before or after the chosen field, in reading order and around. */
export function nextProposal(editor: EditorState, by: 1 | -1): void {
  const { proposals, ordered } = editor;
  if (proposals.length === 0) {
    editor.announcement = 'No proposals are left.';
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
  editor.announcement = `Proposal ${proposals.indexOf(next) + 1} of ${proposals.length}: ${fieldName(next)}, ${placeWords(next)}.`;
}

/** Says which participant a detected party is: the party's proposals become theirs, and still wait to be accepted. */
export function assignParty(editor: EditorState, partyIndex: number, participantKey: string): void {
  editor.change(withParty(editor.draft, partyIndex, participantKey));
  editor.activeKey = participantKey;
  editor.announcement = `The party is ${editor.nameOf(participantKey)}.`;
}

function keysOf(fields: readonly DraftField[]): Set<string> {
  return new Set(fields.map(({ key }) => key));
}

function inWords(fields: readonly DraftField[]): string {
  const [first] = fields;
  return first !== undefined && fields.length === 1 ? fieldName(first) : countOfFields(fields.length);
}

function left(editor: EditorState): string {
  const count = editor.proposals.length;
  if (count === 0) return 'No proposals are left.';
  return count === 1 ? '1 proposal is left.' : `${count} proposals are left.`;
}
