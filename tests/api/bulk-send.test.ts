import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/time.ts';
import { toWireError } from '#wire/error.ts';
import { deleteMembership, setRole } from '#server/db/accounts/members.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sendBulk } from '#server/jobs/send-bulk.ts';
import { draftOfThree } from '../support/added-documents.ts';
import { useApi } from '../support/api.ts';
import { ALICE, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { ownerOf } from '../support/person.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { makeTemplate } from './template/example.ts';

const api = useApi();
const owner = useOwner(api);
const FILENAME = 'people.csv';
const HEAD = 'client_name,client_email,client_company,prefill:contract_number';

async function scene() {
  const tenant = await api.tenant();
  return { tenant, caller: ownerOf(api, tenant) };
}
async function place() {
  const { tenant, caller } = await scene();
  const { template } = await makeTemplate(api, tenant.apiKey);
  return { tenant, caller, templateId: template.id as string };
}

async function refusedBy(call: Promise<unknown>) {
  return toWireError(
    await call.then(
      () => null,
      (error: unknown) => error,
    ),
  );
}

describe('checking a list', () => {
  it('finds every wrong row with its line and column, and writes nothing', async () => {
    const { caller, templateId } = await place();
    const csv = [
      `${HEAD},shoe_size`,
      'Ada,ada@example.com,"Analytical, Ltd",A-1,38',
      'Bob,not an address,,A-2,',
      ',missing@example.com,,,',
      '',
      'Cyd,cyd@example.com,,,,more',
    ].join('\r\n');
    const answer = await caller.bulkSend.check({ templateId, filename: FILENAME, csv });
    expect(answer.rowCount).toBe(4);
    expect(answer.issues.map(({ line, column }) => [line, column])).toEqual([
      [1, 'shoe_size'],
      [6, null],
      [3, 'client_email'],
      [4, 'client_name'],
    ]);
    expect((await caller.bulkSend.list({ templateId })).items).toEqual([]);
  });

  it.each([
    ['an empty list', HEAD, 'has no rows below the header'],
    ['a lone quotation mark', `${HEAD}\n"Ada,ada@example.com`, 'is not valid CSV: unmatched quote'],
    ['a column twice', `${HEAD},Client_Name\nAda,ada@example.com,,,Bob`, 'appears twice'],
    [
      'too many rows',
      `${HEAD}\n${'Ada,ada@example.com,,\n'.repeat(1001)}`,
      'has 1001 recipients. Send to at most 1000 at once',
    ],
  ])('refuses %s', async (_name, csv, message) => {
    const { caller, templateId } = await place();
    const { issues } = await caller.bulkSend.check({ templateId, filename: FILENAME, csv });
    expect(issues.map((issue) => issue.message)).toContain(message);
    expect(
      await refusedBy(
        caller.bulkSend.start({ requestId: randomUUID(), templateId, filename: FILENAME, csv }),
      ),
    ).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('tells everything that is wrong with a row at once', async () => {
    const { caller, templateId } = await place();
    const csv = 'client_name,client_email,prefill:fee\nBob,not an address,a lot\nCyd,cyd@example.com,5" tall';
    const { issues } = await caller.bulkSend.check({ templateId, filename: FILENAME, csv });
    expect(issues.map(({ line, column }) => [line, column])).toEqual([
      [2, 'client_email'],
      [2, 'prefill:fee'],
      [3, 'prefill:fee'],
    ]);
  });

  it('asks for nobody whom the template names', async () => {
    const { caller, templateId } = await place();
    const csv = 'display_name\r\nOne\r\nTwo';
    const issues = async () => (await caller.bulkSend.check({ templateId, filename: FILENAME, csv })).issues;
    expect((await issues()).length).toBeGreaterThan(0);
    const recipient = { name: 'Grace', email: 'grace@example.com' };
    await caller.template.update({
      id: templateId,
      roles: [{ apiRoleName: 'client', name: 'Client', recipient }],
    });
    expect(await issues()).toEqual([]);
  });

  it('reports only the first of very many problems', async () => {
    const { caller, templateId } = await place();
    const head = Array.from({ length: 8_000 }, (_, at) => `c${at}`).join(',');
    const wide = await caller.bulkSend.check({ templateId, filename: FILENAME, csv: `${head}\nx` });
    expect(wide.issues.length).toBeLessThan(100);
    expect(wide.issues.map(({ message }) => message)).toContain(
      "has 7950 more columns that don't belong to this template",
    );
    const rows = 'Ada,no address,,,more\n'.repeat(1000);
    const long = await caller.bulkSend.check({ templateId, filename: FILENAME, csv: `${HEAD}\n${rows}` });
    expect(long.issues).toHaveLength(LIMITS.bulkIssuesMax + 1);
    expect(long.issues.at(-1)?.message).toBe('and there are 1000 more problems');
  });

  it('names every wrong line, however many problems the lines before it have', async () => {
    const { caller, templateId } = await place();
    const csv = `${HEAD},shoe_size\n${',no address,,,\n'.repeat(900)}${'Ada,no address,,,\n'.repeat(100)}`;
    const { issues } = await caller.bulkSend.check({ templateId, filename: FILENAME, csv });
    expect(new Set(issues.map(({ line }) => line))).toEqual(
      new Set(Array.from({ length: 1001 }, (_, at) => at + 1)),
    );
    expect(issues.length).toBeLessThan(LIMITS.bulkIssuesMax + 10);
  });

  it('is limited per person and minute, apart from other expensive calls', async () => {
    const { tenant, templateId } = await place();
    const cookie = await sessionOf(api, tenant.organizationId);
    const input = { templateId, filename: FILENAME, csv: `${HEAD}\nAda,ada@example.com,,` };
    const check = () => callDashboard(api, 'mutation', 'bulkSend.check', { cookie, input });
    const statuses = [];
    for (let i = 0; i <= LIMITS.bulkChecksPerMinute; i++) statuses.push((await check()).status);
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const start = { ...input, requestId: randomUUID() };
    expect((await callDashboard(api, 'mutation', 'bulkSend.start', { cookie, input: start })).status).toBe(
      200,
    );
  });

  it('cleans the name of the file of characters that turn it around', async () => {
    const { caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const list = { templateId, requestId: randomUUID(), filename: 'people\u202Efdp.csv', csv };
    const { id } = await caller.bulkSend.start(list);
    expect((await caller.bulkSend.get({ id })).bulkSend.filename).toBe('peoplefdp.csv');
    const unnamed = caller.bulkSend.check({ templateId, filename: '\u202E', csv });
    expect(await refusedBy(unnamed)).toMatchObject({ code: 'validation_failed' });
  });

  it('takes semicolons, tabs and a byte order mark, as spreadsheets write them', async () => {
    const { caller, templateId } = await place();
    for (const delimiter of [';', '\t']) {
      const csv = `\ufeff${HEAD}\nAda,ada@example.com,,`.replaceAll(',', delimiter);
      expect(await caller.bulkSend.check({ templateId, filename: FILENAME, csv })).toEqual({
        rowCount: 1,
        issues: [],
      });
    }
  });
});

describe('sending to a list', () => {
  it('creates one envelope per row, exactly once, no matter how often the job runs', async () => {
    const { tenant, caller, templateId } = await place();
    const csv = `${HEAD}\n${Array.from({ length: 12 }, (_, at) => `Ada ${at},ada${at}@example.com,,C-${at}`).join('\n')}`;
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId,
      filename: FILENAME,
      csv,
    });
    const before = await caller.bulkSend.get({ id });
    expect(before.bulkSend).toMatchObject({ rowCount: 12, sentCount: 0, failedCount: 0, finishedAt: null });

    const payload = { organizationId: tenant.organizationId, bulkSendId: id };
    await Promise.all([1, 2, 3].map(() => sendBulk(api.services, payload)));
    await sendBulk(api.services, payload);
    const after = await caller.bulkSend.get({ id });
    expect(after.bulkSend).toMatchObject({ sentCount: 12, failedCount: 0, finishedAt: expect.any(String) });
    const { items } = await caller.envelope.list({ templateId, view: 'waiting', limit: 100 });
    expect(items.map(({ signers }) => signers[0]?.name).sort()).toEqual(
      Array.from({ length: 12 }, (_, at) => `Ada ${at}`).sort(),
    );
    expect((await caller.template.get({ id: templateId })).template.useCount).toBe(12);
  });

  it('starts once for one request, also when it comes twice at once or after the template was archived', async () => {
    const { caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const list = { templateId, requestId: randomUUID(), filename: FILENAME, csv };
    const started = await Promise.all([caller.bulkSend.start(list), caller.bulkSend.start(list)]);
    await caller.template.archive({ id: templateId });
    started.push(await caller.bulkSend.start(list));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    const { items } = await caller.bulkSend.list({ templateId });
    expect(items.map(({ id, rowCount }) => [id, rowCount])).toEqual([[started[0]?.id, 1]]);

    const other = await place();
    const apart = await other.caller.bulkSend.start({ ...list, templateId: other.templateId });
    expect(apart.id).not.toBe(started[0]?.id);
    const { template } = await makeTemplate(api, other.tenant.apiKey);
    const reused = other.caller.bulkSend.start({ ...list, templateId: template.id as string });
    expect(await refusedBy(reused)).toMatchObject({ code: 'validation_failed' });
  });

  it('tells what became of every row, to this organization only', async () => {
    const { tenant, caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,\n,,,\nBob,bob@example.com,,`;
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId,
      filename: FILENAME,
      csv,
    });
    const before = await caller.bulkSend.results({ id });
    expect(before.rows).toEqual(
      [
        [2, 'ada@example.com'],
        [4, 'bob@example.com'],
      ].map(([line, recipient]) => ({ line, recipient, envelopeId: null, status: null, error: null })),
    );
    await sendBulk(api.services, { organizationId: tenant.organizationId, bulkSendId: id });
    const { filename, rows } = await caller.bulkSend.results({ id });
    expect(filename).toBe(FILENAME);
    expect(rows).toEqual(
      [
        [2, 'ada@example.com'],
        [4, 'bob@example.com'],
      ].map(([line, recipient]) => ({
        ...{ line, recipient, status: 'in_progress', error: null },
        envelopeId: expect.stringMatching(/^env_/),
      })),
    );
    const { caller: stranger } = await scene();
    expect(await refusedBy(stranger.bulkSend.results({ id }))).toMatchObject({ code: 'not_found' });
  });

  it('gives all envelopes the same message, deadline and labels, and a name of their own', async () => {
    const { tenant, caller, templateId } = await place();
    const label = await caller.label.create({ name: '2027' });
    const shared = {
      message: { subject: 'Terms for 2027', body: 'For all of you' },
      expiryDays: 14,
      labelIds: [label.id],
    };
    const csv = 'client_name,client_email,message_body\nAda,ada@example.com,\nBob,bob@example.com,For Bob';
    const list = { templateId, filename: FILENAME, csv, ...shared };
    await caller.template.update({ id: templateId, namePattern: null });
    const { id } = await caller.bulkSend.start({ requestId: randomUUID(), ...list });
    await sendBulk(api.services, { organizationId: tenant.organizationId, bulkSendId: id });
    const { items } = await caller.envelope.list({ templateId, sort: 'name' });
    const { template } = await caller.template.get({ id: templateId });
    expect(items.map(({ displayName, labels }) => [displayName, labels])).toEqual([
      [`${template.name} – Ada`, [label]],
      [`${template.name} – Bob`, [label]],
    ]);
    const envelopes = await Promise.all(items.map((item) => caller.envelope.get({ id: item.id })));
    expect(envelopes.map(({ envelope }) => envelope.message)).toEqual([
      { subject: 'Terms for 2027', body: 'For all of you' },
      { subject: 'Terms for 2027', body: 'For Bob' },
    ]);
    for (const { envelope } of envelopes)
      expect(Date.parse(envelope.expiresAt ?? '') - Date.parse(envelope.createdAt)).toBe(14 * DAY_MS);
    const [row] = await owner.sql`select shared from bulk_sends where id = ${id}`;
    expect(row).toEqual({ shared: null });

    const unknown = { ...list, labelIds: [label.id, 'lbl_00000000000000000000000000'] };
    expect(await refusedBy(caller.bulkSend.start({ requestId: randomUUID(), ...unknown }))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: '/labelIds/1', message: 'is not a label of your organization' }] },
    });
  });

  it('gives each envelope every document of the template, with the fields on their pages', async () => {
    const { tenant, caller } = await scene();
    const key = tenant.apiKey;
    const source = await draftOfThree(api, key, {
      expectedVersion: 3,
      participants: [ALICE],
      fields: [{ ...SIGNATURE, page: 4, participantIndex: 0 }],
    });
    const { template } = await caller.template.create({
      sourceEnvelopeId: source.envelope.id,
      name: 'Three files',
      roles: [{ name: 'Client', participantId: source.participants[0].id }],
    });
    const csv = 'client_name,client_email\nAda,ada@example.com\nBob,bob@example.com';
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId: template.id,
      filename: FILENAME,
      csv,
    });
    await sendBulk(api.services, { organizationId: tenant.organizationId, bulkSendId: id });
    const { items } = await caller.envelope.list({ templateId: template.id });
    expect(items.map(({ status }) => status)).toEqual(['in_progress', 'in_progress']);
    for (const item of items) {
      const { envelope, fields } = await caller.envelope.get({ id: item.id });
      expect(envelope.documents.map(({ name, firstPage }) => [name, firstPage])).toEqual([
        ['Agreement.pdf', 1],
        ['Annex A.pdf', 3],
        ['Annex B.pdf', 4],
      ]);
      expect(fields.map(({ type, page }) => [type, page])).toEqual([['signature', 4]]);
    }
  });

  it('continues after a row that can no longer be sent, and says why', async () => {
    const { tenant, caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId,
      filename: FILENAME,
      csv,
    });
    await caller.template.archive({ id: templateId });
    await sendBulk(api.services, { organizationId: tenant.organizationId, bulkSendId: id });
    const { bulkSend, failed } = await caller.bulkSend.get({ id });
    expect(bulkSend).toMatchObject({ sentCount: 0, failedCount: 1, finishedAt: expect.any(String) });
    expect(failed).toEqual([{ line: 2, error: expect.any(String) }]);
    expect(
      await refusedBy(
        caller.bulkSend.start({ requestId: randomUUID(), templateId, filename: FILENAME, csv }),
      ),
    ).toMatchObject({
      code: 'invalid_state',
    });
  });

  it.each([
    ['was removed', 'sender_removed', 'no longer a member'],
    ['was made a viewer', 'sender_demoted', 'no longer allowed to send'],
  ])(
    'stops when the person who started it %s, says why, and deletes the remaining rows',
    async (_what, reason, words) => {
      const { tenant, caller, templateId } = await place();
      const { organizationId, userId } = tenant;
      const { services } = api;
      // A second owner, because the organization must keep one.
      await sessionOf(api, organizationId);
      const csv = `${HEAD}\nAda,ada@example.com,,\nBob,bob@example.com,,\nCyd,cyd@example.com,,`;
      const { id } = await caller.bulkSend.start({
        requestId: randomUUID(),
        templateId,
        filename: FILENAME,
        csv,
      });
      await transaction(services.db, { organizationId }, async (tx) => {
        if (reason === 'sender_removed') await deleteMembership(tx, organizationId, userId);
        else await setRole(tx, organizationId, userId, 'viewer');
      });
      const payload = { organizationId, bulkSendId: id };
      await Promise.all([sendBulk(services, payload), sendBulk(services, payload)]);
      await sendBulk(services, payload);
      const { bulkSend, failed } = await caller.bulkSend.get({ id });
      expect(bulkSend).toMatchObject({ sentCount: 0, failedCount: 3, stopReason: reason });
      expect(bulkSend.finishedAt).not.toBeNull();
      expect(failed.map(({ error }) => error)).toEqual(Array(3).fill(expect.stringContaining(words)));
      expect((await caller.envelope.list({ templateId, limit: 100 })).items).toEqual([]);
      const rows = await owner.sql`select input from bulk_send_rows where bulk_send_id = ${id}`;
      expect(rows.map(({ input }) => input as unknown)).toEqual([null, null, null]);
    },
  );

  it('deletes the data of a failed row', async () => {
    const { tenant, caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId,
      filename: FILENAME,
      csv,
    });
    await caller.template.archive({ id: templateId });
    await sendBulk(api.services, { organizationId: tenant.organizationId, bulkSendId: id });
    const [row] = await owner.sql`select input, error from bulk_send_rows where bulk_send_id = ${id}`;
    expect(row).toEqual({ input: null, error: expect.any(String) });
  });

  it('is not found by another organization', async () => {
    const { caller, templateId } = await place();
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      templateId,
      filename: FILENAME,
      csv,
    });
    const other = (await place()).caller;
    const list = { templateId, filename: FILENAME, csv };
    for (const call of [
      () => other.bulkSend.get({ id }),
      () => other.bulkSend.start({ requestId: randomUUID(), ...list }),
      () => other.bulkSend.check(list),
    ]) {
      expect(await refusedBy(call())).toMatchObject({ code: 'not_found' });
    }
    expect((await other.bulkSend.list({ templateId })).items).toEqual([]);
  });
});
