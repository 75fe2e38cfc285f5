import type { WireGraph } from '#wire/envelope-graph.ts';
import type { DraftInput, FieldInput, ParticipantInput } from '../client/envelopes.ts';

/** The access code that Ada gets by phone. */
const ACCESS_CODE = 'harbour-42';

/** How a person in the scene acts. */
export interface Act extends ParticipantInput {
  readonly code?: string;
  /** By field key. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Two groups: two people sign at the same time, then one approves while another signs. */
export function createGroups(run: string): readonly Act[] {
  const toEmail = (name: string) => `${name}.${run}@example.com`;
  return [
    {
      name: 'Ben Okafor',
      email: toEmail('ben'),
      orderIndex: 0,
      answers: { express: 'false', courier: 'this stays hidden' },
    },
    {
      name: 'Ada Byron',
      email: toEmail('ada'),
      orderIndex: 0,
      authentication: { method: 'access_code', code: ACCESS_CODE },
      code: ACCESS_CODE,
      answers: { price: '19.99', quantity: '3', delivery: 'true', address: '14 Harbour Street' },
    },
    { name: 'Chiara Russo', email: toEmail('chiara'), orderIndex: 1, role: 'approver', answers: {} },
    { name: 'Elif Yılmaz', email: toEmail('elif'), orderIndex: 1, answers: {} },
  ];
}

/** The envelope to send, with fields on the first page of each of its three files. */
export function buildGroupsDraft(run: string, people: readonly Act[], graph: WireGraph): DraftInput {
  const pages = graph.envelope.documents.map(({ firstPage }) => firstPage ?? 1);
  const on = (
    file: number,
    y: number,
    field: Partial<FieldInput> & Pick<FieldInput, 'type'>,
  ): FieldInput => ({
    ...{ page: pages[file] ?? 1, x: 0.1, y, width: 0.3, height: 0.03, participantIndex: 1 },
    ...field,
  });
  return {
    participants: people.map(({ code: _, answers: __, ...person }) => person),
    fields: [
      on(0, 0.7, { type: 'number', key: 'price', label: 'Price' }),
      on(0, 0.74, { type: 'number', key: 'quantity', label: 'Quantity' }),
      on(0, 0.78, { type: 'number', key: 'total', label: 'Total', formula: 'round(price * quantity, 2)' }),
      on(0, 0.82, { type: 'checkbox', key: 'delivery', label: 'Deliver', width: 0.03, height: 0.02 }),
      on(0, 0.86, {
        ...{ type: 'text', key: 'address', label: 'Address' },
        condition: { all: [{ key: 'delivery', isChecked: true }] },
      }),
      on(0, 0.9, { type: 'signature', key: 'ada', height: 0.05 }),
      on(1, 0.8, {
        ...{ type: 'checkbox', key: 'express', label: 'Express', participantIndex: 0, required: false },
        ...{ width: 0.03, height: 0.02 },
      }),
      on(1, 0.84, {
        ...{ type: 'text', key: 'courier', label: 'Courier', participantIndex: 0 },
        condition: { all: [{ key: 'express', isChecked: true }] },
      }),
      on(1, 0.9, { type: 'signature', key: 'ben', participantIndex: 0, height: 0.05 }),
      on(2, 0.9, { type: 'signature', key: 'elif', participantIndex: 3, height: 0.05 }),
    ],
    copies: [{ name: 'Noa Levi', email: `noa.${run}@example.com`, when: 'completed' }],
    message: {
      subject: 'Three papers to sign',
      body: 'As agreed on Friday: the order first, then the schedule and the annex.',
    },
  };
}

/** Throws unless the hidden field is empty and the total is the server's own. */
export function checkRules({ fields }: WireGraph): void {
  const findValue = (key: string) => fields.find((field) => field.key === key)?.value ?? null;
  if (findValue('total') !== '59.97') throw new Error(`the total is ${findValue('total')}, not 59.97`);
  if (findValue('courier') !== null) throw new Error('a hidden field kept its value');
  if (findValue('address') !== '14 Harbour Street') throw new Error('a shown field lost its value');
}
