import { describe, expect, it } from 'vitest';
import { mutate, query, signUpPerson } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, BOB, createDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();
const REMINDERS = { firstAfterDays: 3, everyDays: 2, maxReminders: 5 };
const DEFAULTS = {
  legalFramework: 'esign_ueta',
  consumerDisclosure: true,
  expiryDays: 30,
  reminderPolicy: REMINDERS,
  canDelegate: false,
  textTags: true,
  attachSealed: true,
  makeArchivable: true,
} as const;
const IN_THIRTY_DAYS = '2027-03-31T09:00:00.000Z';

async function organization() {
  const tenant = await api.tenant();
  const cookie = await sessionOf(api, tenant.organizationId, 'admin');
  const change = (input: unknown) =>
    callDashboard(api, 'mutation', 'organization.changeDefaults', { cookie, input });
  const actions = async () =>
    (await query(api, cookie, 'administrativeAction.list')).items.filter(
      ({ action }: { action: string }) => action === 'organization.defaults_changed',
    );
  const policyOf = async (policy?: BodyOf<'POST /api/v1/envelopes'>['policy']) => {
    const body = { originalFilename: 'A.pdf', ...(policy === undefined ? {} : { policy }) };
    const { json } = await api.ask('POST /api/v1/envelopes', { key: tenant.apiKey, body });
    const { legalFramework, consumerDisclosure, expiresAt, reminderPolicy } = json.envelope;
    return { legalFramework, consumerDisclosure, expiresAt, reminderPolicy };
  };
  return { ...tenant, cookie, change, actions, policyOf };
}

describe('the defaults of an organization', () => {
  it('of a new organization remind every three days and let envelopes expire after 30', async () => {
    const { cookie } = await signUpPerson(api);
    const first = { expiryDays: 30, reminderPolicy: { firstAfterDays: 3, everyDays: 3, maxReminders: 9 } };
    expect(await query(api, cookie, 'organization.defaults')).toMatchObject(first);
    const another = await mutate(api, cookie, 'organization.create', { name: 'Second Studio' });
    await mutate(api, cookie, 'account.switchOrganization', another);
    expect(await query(api, cookie, 'organization.defaults')).toMatchObject(first);
    const { envelope } = await mutate(api, cookie, 'envelope.create', { originalFilename: 'A.pdf' });
    expect(envelope).toMatchObject({
      expiresAt: IN_THIRTY_DAYS,
      reminderPolicy: { firstAfterDays: 3, everyDays: 3, maxReminders: 9 },
    });
  });

  it('may be empty, and then apply to new envelopes', async () => {
    const { cookie, policyOf, actions, change } = await organization();
    const bare = { consumerDisclosure: false, reminderPolicy: null };
    expect(await query(api, cookie, 'organization.defaults')).toEqual({
      ...{ legalFramework: 'esign_ueta', expiryDays: null, canDelegate: true, textTags: false },
      attachSealed: false,
      makeArchivable: false,
      ...bare,
    });
    expect(await policyOf()).toEqual({ legalFramework: 'esign_ueta', expiresAt: null, ...bare });

    expect(await mutate(api, cookie, 'organization.changeDefaults', DEFAULTS)).toEqual(DEFAULTS);
    expect(await query(api, cookie, 'organization.defaults')).toEqual(DEFAULTS);
    const begun = {
      legalFramework: 'esign_ueta',
      consumerDisclosure: true,
      expiresAt: IN_THIRTY_DAYS,
      reminderPolicy: REMINDERS,
    };
    expect(await policyOf()).toEqual(begun);
    expect(await policyOf({})).toEqual(begun);
    expect(await actions()).toMatchObject([
      {
        details: {
          consumerDisclosure: 'yes',
          expiry: '30 days',
          reminders: 'after 3, every 2, at most 5',
          delegation: 'no',
          textTags: 'yes',
          attachSealed: 'yes',
          makeArchivable: 'yes',
        },
      },
    ]);
    await change(DEFAULTS);
    expect(await actions()).toHaveLength(1);
  });

  it('give precedence to the request, including null', async () => {
    const { change, policyOf } = await organization();
    await change(DEFAULTS);
    const said = { consumerDisclosure: false, expiresAt: null, reminderPolicy: null };
    expect(await policyOf(said)).toEqual({ legalFramework: 'esign_ueta', ...said });
    expect(await policyOf({ expiresAt: '2028-01-01T00:00:00.000Z' })).toMatchObject({
      expiresAt: '2028-01-01T00:00:00.000Z',
      reminderPolicy: REMINDERS,
    });
    // The disclosure belongs to the framework that wasn't requested.
    expect(await policyOf({ legalFramework: 'eidas_ses' })).toMatchObject({
      legalFramework: 'eidas_ses',
      consumerDisclosure: false,
    });
  });

  it('keep the framework and reminders of a template, and apply the expiry', async () => {
    const { apiKey: key, change } = await organization();
    const { envelope, participants } = (await createDraft(api, key)).json;
    const roles = participants.map(({ id, name }: { id: string; name: string }) => ({
      name,
      participantId: id,
    }));
    const body = { sourceEnvelopeId: envelope.id, name: 'Lease', roles };
    const made = (await api.ask('POST /api/v1/templates', { key, body })).json;
    await change(DEFAULTS);
    const recipients = Object.fromEntries(
      made.roles.map(({ apiRoleName }: { apiRoleName: string }, at: number) => [
        apiRoleName,
        { name: `Person ${at}`, email: `p${at}@example.com` },
      ]),
    );
    const answer = await api.ask('POST /api/v1/templates/{id}/envelopes', {
      key,
      path: { id: made.template.id },
      body: { recipients },
    });
    expect(answer.json.envelope).toMatchObject({
      status: 'in_progress',
      consumerDisclosure: false,
      reminderPolicy: null,
      expiresAt: IN_THIRTY_DAYS,
    });
    expect(answer.json.participants).toMatchObject([{ canDelegate: false }, { canDelegate: false }]);
  });

  it('apply to participants without a choice of their own about delegation', async () => {
    const { apiKey: key, change } = await organization();
    await change(DEFAULTS);
    const people = [{ ...ALICE, canDelegate: true }, BOB];
    const made = (await createDraft(api, key, { participants: people })).json;
    expect(made.participants).toMatchObject([{ canDelegate: true }, { canDelegate: false }]);
    const { id } = made.envelope;
    const body = { participants: [{ ...ALICE, canDelegate: true }, BOB], fields: [] };
    const updated = (await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body })).json;
    expect(updated.participants).toMatchObject([{ canDelegate: true }, { canDelegate: false }]);
  });

  it.each([
    ['a framework that nobody can deliver', { legalFramework: 'eidas_qes' }, 'legal_framework_unavailable'],
    ['a disclosure without its framework', { legalFramework: 'uk_ses' }, 'validation_failed'],
    ['no days', { expiryDays: 0 }, 'validation_failed'],
    ['two years', { expiryDays: 730 }, 'validation_failed'],
    ['a part of reminders', { reminderPolicy: { firstAfterDays: 1 } }, 'validation_failed'],
    ['something else', { color: 'red' }, 'validation_failed'],
  ])('refuse %s', async (_what, wrong, code) => {
    const { change, cookie, actions } = await organization();
    const answer = await change({ ...DEFAULTS, ...wrong });
    expect([answer.status, refusalIn(answer)?.code]).toEqual([422, code]);
    expect(await query(api, cookie, 'organization.defaults')).toMatchObject({ expiryDays: null });
    expect(await actions()).toEqual([]);
  });
});
