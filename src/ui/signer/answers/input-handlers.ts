import type { WireSignerField } from '#wire/signer-view.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import type { Desk } from '#ui/signer/document/signing-screen.svelte.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

type Surroundings = {
  readonly field: WireSignerField;
  readonly sheet: AnswerSheet;
  readonly session: SigningSession;
  readonly desk: Desk;
};

/** What an input of a field does to the sheet and the desk, wherever the input stands. */
export function inputHandlers({ field, sheet, session, desk }: Surroundings) {
  return {
    onchange: (value: string) => {
      sheet.set(field, value);
      session.keepAnswers();
    },
    onleave: () => sheet.leave(field),
    onadvance: () => void desk.advance(field),
    onmark: () => {
      desk.adopting = field;
    },
  };
}
