import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { toSheet } from '#ui/templates/bulk/file/read-file.ts';
import { BulkDraft } from '#ui/templates/bulk/bulk-draft.svelte.ts';
import { keepMappings } from '#ui/templates/bulk/kept-mappings.ts';
import { toResultLines, describeResultState } from '#ui/templates/bulk/result-lines.ts';

const role = {
  id: 'r1',
  apiRoleName: 'client',
  name: 'Client',
  isSender: false,
  optional: false,
  recipient: null,
};
const field = {
  prefillKey: 'start',
  label: 'Start date',
  type: 'date',
  options: null,
  format: null,
  roleId: 'r1',
} as const;
const TEMPLATE = {
  roles: [role],
  fields: [field],
  variables: [],
  message: { subject: 'Please sign', body: null },
};

function draftOf(header: readonly string[], ...rows: (readonly string[])[]): BulkDraft {
  const draft = new BulkDraft('tpl_1', TEMPLATE);
  reopen(draft, header, ...rows);
  return draft;
}

function reopen(draft: BulkDraft, header: readonly string[], ...rows: (readonly string[])[]): void {
  draft.open(toSheet('list.csv', [header, ...rows], 0));
}

const keep = ({ sheet, mappings, templateId }: BulkDraft) =>
  keepMappings(templateId, sheet?.header ?? [], mappings);

describe('values typed over a list', () => {
  it('are sent for a target without a column after its last problem is solved', async () => {
    const draft = draftOf(['Name', 'Email'], ['Ada', 'ada@example.com']);
    const issue = { line: 2, column: 'client_company', message: 'is required' };
    await draft.check(draft.rows, () => Promise.resolve([issue]));
    draft.fix(1, 'client_company', 'Analytical');
    await draft.check(draft.changed, () => Promise.resolve([]));
    expect(draft.csv(draft.rows)).toBe(
      'client_name,client_email,client_company\r\nAda,ada@example.com,Analytical\r\n',
    );
  });

  it('give way to another column for their target, and to another target of their column', () => {
    const draft = draftOf(['Name', 'Email', 'Spare'], ['Ada', 'ada', 'spare@example.com']);
    draft.fix(1, 'client_name', 'Ada Lovelace');
    draft.fix(1, 'client_email', 'ada@example.com');
    draft.map(2, 'client_email');
    expect(draft.rows[0]?.values).toEqual({ client_name: 'Ada Lovelace', client_email: 'spare@example.com' });
    draft.map(0, '');
    expect(draft.rows[0]?.values).toEqual({ client_email: 'spare@example.com' });
  });
});

describe('checking changed rows', () => {
  const wrong = (line: number) => ({ line, column: 'client_email', message: 'is invalid' });
  const draftOfTwo = () => draftOf(['Name', 'Email'], ['Ada', 'ada'], ['Bob', 'bob']);

  it('is tried again after a refusal, with every row that was changed since', async () => {
    const draft = draftOfTwo();
    await draft.check(draft.rows, () => Promise.resolve([wrong(2), wrong(3)]));
    draft.fix(1, 'client_email', 'ada@example.com');
    await expect(draft.check(draft.changed, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(draft.wrong.map(({ number }) => number)).toEqual([1, 2]);
    draft.fix(2, 'client_email', 'bob@example.com');
    const checked: number[][] = [];
    await draft.check(draft.changed, (rows) => {
      checked.push(rows.map(({ number }) => number));
      return Promise.resolve([]);
    });
    expect(checked).toEqual([[1, 2]]);
    expect(draft.wrong).toEqual([]);
  });

  it('goes on with what was changed while it waited', async () => {
    const draft = draftOfTwo();
    const checked: string[][] = [];
    await draft.check(draft.rows, (rows) => {
      checked.push(rows.map(({ values }) => values['client_email'] ?? ''));
      if (checked.length > 1) return Promise.resolve([]);
      draft.fix(1, 'client_email', 'ada@example.com');
      return Promise.resolve([wrong(2)]);
    });
    expect(checked).toEqual([['ada', 'bob'], ['ada@example.com']]);
    expect(draft.wrong).toEqual([]);
  });

  it('keeps what is wrong with the list as a whole, and forgets answers about another file', async () => {
    const draft = draftOfTwo();
    const general = { line: 1, column: 'client_shoe', message: 'is not a column of this template' };
    await draft.check(draft.rows, () => Promise.resolve([general, wrong(3)]));
    expect(draft.problems).toEqual([general]);
    expect(draft.wrong.map(({ number }) => number)).toEqual([2]);
    const first = draft.requestId;
    await draft.check(draft.rows, () => {
      reopen(draft, ['Name'], ['Cyd']);
      return Promise.resolve([general, wrong(2)]);
    });
    expect([draft.problems, draft.wrong]).toEqual([[], []]);
    expect(draft.requestId).not.toBe(first);
  });
});

it('says only what differs from the template about all envelopes', () => {
  const draft = draftOf(['Name'], ['Ada']);
  expect(draft.shared).toEqual({ labelIds: [] });
  draft.subject = ' For you ';
  draft.expiry = 'never';
  draft.toggleLabel('lbl_1');
  expect(draft.shared).toEqual({
    message: { subject: 'For you', body: '' },
    expiryDays: null,
    labelIds: ['lbl_1'],
  });
  draft.expiry = '14';
  draft.toggleLabel('lbl_1');
  expect(draft.shared).toMatchObject({ expiryDays: 14, labelIds: [] });
});

describe('remembered columns', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
      },
    });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
      else Object.defineProperty(globalThis, 'localStorage', before);
    });
  });

  it('are only those that one header names', () => {
    const header = ['Who', 'Mail to', '', '', 'A B', 'a-b'];
    const draft = draftOf(header, ['Ada', 'ada@example.com', 'x', 'y', 'z', 'u']);
    ['client_name', 'client_email', 'client_company', '', 'client_title', ''].forEach((name, at) =>
      draft.map(at, name),
    );
    keep(draft);
    reopen(draft, ['', 'Who', 'AB'], ['y', 'Ada', 'z']);
    expect(draft.mappings.map(({ target }) => target)).toEqual([null, 'client_name', null]);
    reopen(draft, ['Who', 'who'], ['Ada', 'Bob']);
    expect(draft.mappings.map(({ target }) => target)).toEqual([null, null]);
  });

  it('ask again for the order of their days unless it is year, month, day', () => {
    const draft = draftOf(['Start date'], ['03/04/2026']);
    draft.change(0, { dayOrder: 'mdy', guess: null });
    keep(draft);
    reopen(draft, ['Start date'], ['05/04/2026']);
    expect(draft.mappings).toEqual([{ target: 'prefill:start', dayOrder: 'mdy', guess: 'days' }]);
    draft.change(0, { dayOrder: 'ymd', guess: null });
    keep(draft);
    reopen(draft, ['Start date'], ['2026-04-05']);
    expect(draft.guesses).toBe(0);
  });
});

it('numbers rows in the results file like the list that was checked, and says which failed', () => {
  const failed = { line: 3, recipient: 'ada@example.com', envelopeId: null, status: null, error: 'Too late' };
  expect(toResultLines({ rows: [failed] })[1]?.[0]).toBe('2');
  expect(describeResultState(failed)).toEqual({ intent: 'danger', label: 'Not sent' });
});
