import type { WireSignerField } from '#wire/signer-view.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import type { SigningScreenState } from '#ui/signer/document/signing-screen-state.svelte.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

type Surroundings = {
  readonly field: WireSignerField;
  readonly sheet: AnswerSheet;
  readonly session: SigningSession;
  readonly screenState: SigningScreenState;
};

/**
 * Returns the handlers of a field's input, its file, and the language of its formats. Both the document and
 * the list use them.
 */
export function createInputHandlers({ field, sheet, session, screenState }: Surroundings) {
  return {
    language: sheet.language,
    file:
      field.type === 'attachment'
        ? session.answering?.uploads?.filesOf(field, sheet, (change) =>
            screenState.followRules(sheet, change),
          )
        : undefined,
    lateInput: field.type === 'choices' ? session.answering?.choices : session.answering?.uploads?.Input,
    onchange: (value: string) => {
      screenState.followRules(sheet, () => sheet.set(field, value));
      session.keepAnswers();
    },
    onleave: () => {
      sheet.leave(field);
      screenState.announceResults(sheet);
    },
    onadvance: () => void screenState.advance(field),
    onmark: () => void screenState.askForMark(field),
  };
}
