import type { MarkInput } from '#wire/signer.ts';

import type { FieldInput, ParticipantInput } from '../client/envelopes.ts';
import { drawSignature } from './drawn-signature.ts';

/** A signer in the demo: how they sign, and what they enter by type of field. */
export interface Person extends ParticipantInput {
  readonly how: string;
  readonly signature: MarkInput;
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * Two people: one types a non-Latin name, the other draws. Each run uses new addresses, because it finds its
 * emails by them.
 */
export function createPeople(run: string): readonly [Person, Person] {
  const olena = 'Олена Шевченко';
  return [
    {
      name: olena,
      email: `olena.${run}@example.com`,
      company: 'Дніпро ТОВ',
      how: `types “${olena}”`,
      signature: { kind: 'typed', text: olena },
      answers: { signature: 'true', checkbox: 'true', text: 'Київ · 東京 · القاهرة' },
    },
    {
      name: 'José Ñáñez',
      email: `jose.${run}@example.com`,
      title: 'Gerente',
      how: 'draws',
      signature: { kind: 'drawn', image: drawSignature() },
      answers: { signature: 'true', checkbox: 'true', text: 'Logroño' },
    },
  ];
}

/**
 * Places name, text and checkbox at the top of the first page, and signature and date side by side at the
 * bottom of the last one.
 */
export function buildFields(pageCount: number): FieldInput[] {
  return [0, 1].flatMap((participantIndex) => {
    const left = 0.06 + 0.48 * participantIndex;
    const first = { participantIndex, page: 1, height: 0.025 };
    const last = { participantIndex, page: pageCount };
    return [
      { ...first, type: 'name', x: left, y: 0.02, width: 0.3, autoSource: 'signer_name' },
      { ...first, type: 'text', x: left, y: 0.05, width: 0.3, label: 'Place' },
      { ...first, type: 'checkbox', x: left + 0.32, y: 0.02, width: 0.03, label: 'I have read all pages' },
      { ...last, type: 'signature', x: left, y: 0.86, width: 0.32, height: 0.07 },
      { ...last, type: 'date', x: left, y: 0.94, width: 0.2, height: 0.025, autoSource: 'signed_date' },
    ];
  });
}
