import type { EditorCommand } from './editor-keys.ts';
import type { EditorState } from './editor-state.svelte.ts';
import { choosePage, copyChosen, cutChosen, duplicateChosen, paste } from './fields/field-actions.ts';
import { goToAdjacentProposal } from './proposals/proposal-actions.ts';

/** Runs a key's command. Returns false if the browser should handle it, such as copying text. */
export function runCommand(editor: EditorState, command: EditorCommand): boolean {
  switch (command) {
    case 'undo':
      editor.undo();
      return true;
    case 'redo':
      editor.redo();
      return true;
    case 'choose-page':
      choosePage(editor);
      return true;
    case 'copy':
    case 'cut':
    case 'duplicate':
      if (editor.chosen.length === 0 || isTextMarked()) return false;
      if (command === 'copy') copyChosen(editor);
      else if (command === 'cut') cutChosen(editor);
      else duplicateChosen(editor);
      return true;
    case 'paste':
      paste(editor);
      return true;
    case 'none':
      editor.armed = null;
      editor.selectedKey = null;
      return true;
    case 'next-proposal':
      goToAdjacentProposal(editor, 1);
      return true;
    case 'previous-proposal':
      goToAdjacentProposal(editor, -1);
      return true;
    case 'help':
      editor.dialog = 'keys';
      return true;
    default:
      return command satisfies never;
  }
}

function isTextMarked(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
