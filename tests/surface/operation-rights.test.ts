import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  type Admission,
  mayCall,
  OPERATIONS,
  type Operation,
} from '#domain/organization/operation-rights.ts';
import { ROLES, type Role } from '#domain/organization/role.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { dashboardRouter } from '#server/procedures/router.ts';
import { mutate, whoIs } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { callDashboard, refusalIn, sessionOf } from '../support/session.ts';

const api = useApi();

/** Every operation refuses this text, but only once the caller was admitted. So nothing happens. */
const UNSTORABLE = { text: '\u0000' };
const REFUSED_INPUT = 422;

const kinds = new Map(
  Object.entries<unknown>(dashboardRouter._def.procedures).map(([name, procedure]) => [
    name,
    (procedure as { readonly _def: { readonly type: 'query' | 'mutation' } })._def.type,
  ]),
);
const admissions = Object.entries(OPERATIONS) as [Admission, readonly Operation[]][];
const operations = admissions.flatMap(([, names]) => names);

async function call(operation: Operation, cookie?: string): Promise<{ status: number; reason: unknown }> {
  const kind = kinds.get(operation) ?? 'query';
  const caller = cookie === undefined ? {} : { cookie };
  const answer = await callDashboard(api, kind, operation, { ...caller, input: UNSTORABLE });
  const details = refusalIn(answer)?.details as { reason?: string } | undefined;
  return { status: answer.status, reason: details?.reason };
}

it('names every operation of the dashboard once', () => {
  expect([...operations].sort()).toEqual([...kinds.keys()].sort());
});

it.each(ROLES)('admits the %s to what the table says, and to nothing else', async (role) => {
  const { organizationId } = await api.tenant();
  const cookie = await sessionOf(api, organizationId, role);
  const wrong: unknown[] = [];
  for (const operation of operations) {
    const { status } = await call(operation, cookie);
    const expected = mayCall(role, operation) ? REFUSED_INPUT : 403;
    if (status !== expected) wrong.push({ operation, role, status, expected });
  }
  expect(wrong).toEqual([]);
});

it('admits nobody without a session', async () => {
  const wrong: unknown[] = [];
  for (const operation of operations) {
    const { status } = await call(operation);
    if (status !== 401) wrong.push({ operation, status });
  }
  expect(wrong).toEqual([]);
});

it('admits an owner without the required second factor only to their account', async () => {
  const { organizationId } = await api.tenant();
  await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute(sql`update organizations set require_second_factor = true`),
  );
  const cookie = await sessionOf(api, organizationId, 'owner');
  const wrong: unknown[] = [];
  for (const [admission, names] of admissions)
    for (const operation of names) {
      const { status, reason } = await call(operation, cookie);
      const expected = admission === 'account' ? [REFUSED_INPUT, undefined] : [403, 'second_factor_required'];
      if (status !== expected[0] || reason !== expected[1]) wrong.push({ operation, status, reason });
    }
  expect(wrong).toEqual([]);
});

it.each(['owner', 'admin', 'member'] as const)('admits the keys of an %s to no more', async (role) => {
  const { organizationId, userId } = await api.tenant();
  const maker = await sessionOf(api, organizationId, 'owner');
  const { secret: key } = await mutate(api, maker, 'apiKey.create', { name: 'Key' });
  const makerId = (await whoIs(api, maker)).json.user.id as string;
  expect(makerId).not.toBe(userId);
  const owner = await sessionOf(api, organizationId, 'owner');
  if (role !== 'owner') await mutate(api, owner, 'member.changeRole', { userId: makerId, role });
  const wrong: unknown[] = [];
  let asked = 0;
  for (const { name, method, path } of ROUTES) {
    const operation = operations.find((one) => name === `developer.${one}`);
    if (operation === undefined) continue;
    asked += 1;
    const url = path.replaceAll(/\{\w+\}/g, 'none');
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const { status } = await api.call(method, url, { key, ...body });
    if ((status === 403) === mayCall(role, operation)) wrong.push({ operation, role, status });
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(80);
});

/** Only owners decide who gets in and on what terms, and see everything at once. */
it('leaves what protects the organization to its owners', () => {
  const lifting: readonly Operation[] = [
    ...(['organization.changeMembershipRules', 'singleSignOn.switch', 'singleSignOn.delete'] as const),
    ...(['singleSignOn.assignDomain', 'singleSignOn.removeDomain', 'singleSignOn.revokeToken'] as const),
    'export.start',
  ];
  const others: readonly Role[] = ROLES.filter((role) => role !== 'owner');
  for (const operation of lifting) {
    expect(mayCall('owner', operation)).toBe(true);
    expect(others.filter((role) => mayCall(role, operation))).toEqual([]);
  }
});
