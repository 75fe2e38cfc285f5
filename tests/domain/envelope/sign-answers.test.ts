import { describe, expect, it } from 'vitest';
import type { FieldInput } from '#domain/envelope/fields.ts';
import { sign, type SignInput } from '#domain/envelope/sign.ts';
import { readFilenames } from '#domain/field/attachment.ts';
import {
  after,
  BOX,
  factsAt,
  graphForAlice,
  person,
  refused,
  sentGraph,
  submission,
} from '../../support/graphs.ts';

const field = (extra: Partial<FieldInput>): FieldInput => ({
  ...BOX,
  type: 'text',
  required: false,
  ...extra,
});

/** Signs as Alice with these values, by the index of their field. */
function signing(
  fields: readonly FieldInput[],
  values: readonly [number, string][],
  input: Partial<SignInput> = {},
) {
  const graph = graphForAlice(fields);
  const submitted = values.map(([index, value]) => ({ fieldId: graph.fields[index]?.id ?? 'fld_x', value }));
  const decision = sign(graph, person(graph, 0).id, submission({ values: submitted, ...input }), factsAt());
  return { graph, decision, stored: () => after(graph, decision).fields.map(({ value }) => value) };
}
const pathsOf = ({ decision }: ReturnType<typeof signing>) => refused(decision).paths;
const messagesOf = ({ decision }: ReturnType<typeof signing>) => {
  const issues = decision.kind === 'refuse' ? (decision.details?.['issues'] as { message: string }[]) : [];
  return issues.map(({ message }) => message);
};

describe('required fields', () => {
  it('are missing if they are empty, blank or unchecked', () => {
    const fields = [field({ required: true }), field({ required: true, type: 'checkbox' })];
    expect(pathsOf(signing(fields, []))).toEqual(['/values', '/values']);
    expect(
      pathsOf(
        signing(fields, [
          [0, ' '],
          [1, 'false'],
        ]),
      ),
    ).toEqual(['/values/0/value', '/values/1/value']);
    expect(
      signing(fields, [
        [0, 'x'],
        [1, 'true'],
      ]).stored(),
    ).toEqual(['x', 'true']);
  });

  it('can be answered by their prefilled value', () => {
    expect(signing([field({ required: true, prefillValue: 'given' })], []).stored()).toEqual(['given']);
    expect(signing([field({ required: true, prefillValue: 'given' })], [[0, 'mine']]).stored()).toEqual([
      'mine',
    ]);
    expect(pathsOf(signing([field({ required: true, prefillValue: 'given' })], [[0, '']]))).toEqual([
      '/values/0/value',
    ]);
  });

  it('store nothing for an omitted optional field', () => {
    expect(signing([field({}), field({ type: 'checkbox' })], []).stored()).toEqual([null, 'false']);
  });
});

describe('signatures and initials', () => {
  const mark = (extra: Partial<FieldInput>) => field({ type: 'signature', required: true, ...extra });

  it('are missing without a mark, each reported by its own property', () => {
    expect(pathsOf(signing([mark({}), mark({ type: 'initials' })], [], { marks: {} }))).toEqual([
      '/signature',
      '/initials',
    ]);
  });

  it('fill every required field of their kind', () => {
    const marks = {
      signature: { kind: 'typed', text: 'Alice' },
      initials: { kind: 'drawn', image: new Uint8Array(1) },
    } as const;
    expect(signing([mark({}), mark({}), mark({ type: 'initials' })], [], { marks }).stored()).toEqual([
      'Alice',
      'Alice',
      'drawn',
    ]);
  });

  it('fill an optional field only if the signer asks for it', () => {
    const fields = [mark({ required: false }), mark({ required: false })];
    expect(signing(fields, [[1, 'true']]).stored()).toEqual([null, 'Alice']);
    expect(signing(fields, [[0, 'false']]).stored()).toEqual([null, null]);
  });

  it('cannot be refused for a required field', () => {
    expect(pathsOf(signing([mark({})], [[0, 'false']]))).toEqual(['/signature']);
  });
});

describe('groups', () => {
  const radio = (extra: Partial<FieldInput> = {}) =>
    field({ type: 'radio', group: 'plan', required: true, ...extra });
  const box = (extra: Partial<FieldInput> = {}) =>
    field({ type: 'checkbox', group: 'terms', required: true, ...extra });

  it('of radio buttons with an option each take one of the options', () => {
    const button = (option: string, required = true) => radio({ options: [option], required });
    const fields = [button('Card'), button('Invoice'), button('false')];
    expect(messagesOf(signing(fields, []))).toEqual(['group plan requires a choice']);
    expect(signing(fields, [[1, 'Invoice']]).stored()).toEqual([null, 'Invoice', null]);
    expect(signing(fields, [[2, 'false']]).stored()).toEqual([null, null, 'false']);
    expect(
      signing(fields, [
        [0, 'Card'],
        [1, 'false'],
      ]).stored(),
    ).toEqual(['Card', null, null]);
    const both = signing(fields, [
      [0, 'Card'],
      [1, 'Invoice'],
    ]);
    expect(messagesOf(both)).toEqual(['group plan allows only one choice']);
    const optional = ['Card', 'Invoice'].map((option) => button(option, false));
    expect(signing(optional, []).stored()).toEqual([null, null]);
  });

  it('of radio buttons take exactly one choice if required', () => {
    const fields = [radio(), radio(), radio()];
    expect(messagesOf(signing(fields, []))).toEqual(['group plan requires a choice']);
    expect(
      messagesOf(
        signing(fields, [
          [0, 'true'],
          [1, 'true'],
        ]),
      ),
    ).toEqual(['group plan allows only one choice']);
    expect(
      signing(fields, [
        [0, 'false'],
        [1, 'true'],
      ]).stored(),
    ).toEqual(['false', 'true', 'false']);
  });

  it('of checkboxes take one or more', () => {
    const fields = [box(), box()];
    expect(messagesOf(signing(fields, [[0, 'false']]))).toEqual(['group terms requires a choice']);
    expect(
      signing(fields, [
        [0, 'true'],
        [1, 'true'],
      ]).stored(),
    ).toEqual(['true', 'true']);
  });

  it('need no choice if no field is required', () => {
    expect(signing([radio({ required: false }), radio({ required: false })], []).stored()).toEqual([
      'false',
      'false',
    ]);
  });

  it('with the same name are separate for each type', () => {
    const fields = [radio({ group: 'a' }), box({ group: 'a' })];
    expect(messagesOf(signing(fields, [[0, 'true']]))).toEqual(['group a requires a choice']);
  });
});

describe('an answer that is refused', () => {
  it('is for a locked or automatic value', () => {
    const fields = [field({ locked: true, prefillValue: 'fixed' }), field({ autoSource: 'signer_name' })];
    expect(
      pathsOf(
        signing(fields, [
          [0, 'x'],
          [1, 'Mallory'],
        ]),
      ),
    ).toEqual(['/values/0/value', '/values/1/value']);
    expect(signing(fields, []).stored()).toEqual(['fixed', 'Alice']);
    expect(
      signing(fields, [
        [0, 'fixed'],
        [1, 'Alice'],
      ]).stored(),
    ).toEqual(['fixed', 'Alice']);
  });

  it('is for a field of someone else or an unknown one', () => {
    const graph = sentGraph();
    const values = [graph.fields[1]?.id ?? '', 'fld_x'].map((fieldId) => ({ fieldId, value: 'true' }));
    const decision = sign(graph, person(graph, 0).id, submission({ values }), factsAt());
    expect(refused(decision).paths).toEqual(['/values/0/fieldId', '/values/1/fieldId']);
  });

  it('is given twice', () => {
    expect(
      pathsOf(
        signing(
          [field({})],
          [
            [0, 'a'],
            [0, 'a'],
          ],
        ),
      ),
    ).toEqual(['/values/1/fieldId']);
  });

  it('is not for an automatic field with an empty source, which the signer fills in', () => {
    const graph = sentGraph({
      participants: [{ name: 'Alice', email: 'alice@example.com' }],
      fields: [
        { ...BOX, type: 'company', participantIndex: 0, autoSource: 'signer_company', required: true },
      ],
    });
    const { id } = person(graph, 0);
    expect(refused(sign(graph, id, submission(), factsAt())).paths).toEqual(['/values']);
    const values = [{ fieldId: graph.fields[0]?.id ?? '', value: 'Ångström AB' }];
    expect(after(graph, sign(graph, id, submission({ values }), factsAt())).fields[0]?.value).toBe(
      'Ångström AB',
    );
  });
});

describe('attached files', () => {
  it('are stored by name and hash, for the signer’s own fields only', () => {
    const graph = graphForAlice([field({ type: 'attachment', required: true })]);
    const fieldId = graph.fields[0]?.id ?? '';
    const file = {
      id: 'att_1',
      fieldId,
      filename: 'card.pdf',
      contentType: 'application/pdf',
      sha256: 'd'.repeat(64),
      sizeBytes: 3,
      key: 'k',
    };
    const attachments = [file, { ...file, fieldId: 'fld_x' }];
    const decision = sign(graph, person(graph, 0).id, submission({ attachments }), factsAt());
    expect(decision).toMatchObject({ kind: 'accept', patch: { attachments: [file] } });
    expect(after(graph, decision).fields[0]?.value).toBe(`card.pdf (sha256 ${'d'.repeat(64)})`);
  });

  it('of one field are stored in order, and drawn by their names', () => {
    const graph = graphForAlice([field({ type: 'attachment', required: true })]);
    const fieldId = graph.fields[0]?.id ?? '';
    const attachments = ['b (1), c.pdf', 'a.jpg'].map((filename, index) => ({
      ...{ id: `att_${index}`, fieldId, filename, contentType: 'application/pdf', sizeBytes: 3, key: 'k' },
      sha256: String(index).repeat(64),
    }));
    const decision = sign(graph, person(graph, 0).id, submission({ attachments }), factsAt());
    const [answered] = after(graph, decision).fields;
    expect(answered?.attachments.map(({ id }) => id)).toEqual(['att_0', 'att_1']);
    expect(answered?.value).toBe(`b (1), c.pdf (sha256 ${'0'.repeat(64)}), a.jpg (sha256 ${'1'.repeat(64)})`);
    expect(readFilenames(answered?.value ?? '')).toBe('b (1), c.pdf, a.jpg');
  });
});

describe('every broken rule', () => {
  it('is reported at once', () => {
    const fields = [
      field({ type: 'date' }),
      field({ required: true }),
      field({ type: 'signature', required: true }),
    ];
    expect(
      pathsOf(
        signing(
          fields,
          [
            [0, 'soon'],
            [9, 'x'],
          ],
          { marks: {} },
        ),
      ),
    ).toEqual(['/values/1/fieldId', '/values/0/value', '/values', '/signature']);
  });
});
