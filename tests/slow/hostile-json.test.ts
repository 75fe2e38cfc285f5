import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROUTES } from '#server/http/rest/routes.ts';
import { useApi } from '../support/api.ts';
import { draftForEditing, editedPage } from '../support/editing.ts';
import { FILE_FIELD } from '../support/attachments.ts';
import { ALICE, createDraft, plainPdf, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { tokenOf } from '../support/signer.ts';

const api = useApi();
const ROUNDS = 40;
const REQUESTS = 250;

type Target = {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
};

/** A valid call of every operation on records of its own, to be mutated. */
async function freshTargets(): Promise<Target[]> {
  const { apiKey: key } = await api.tenant();
  const draft = (await createDraft(api, key)).json;
  const sent = await sendDraft(api, key, {
    fields: [
      { ...SIGNATURE, participantIndex: 0 },
      { ...SIGNATURE, type: 'text', y: 0.3, participantIndex: 0 },
      { ...FILE_FIELD, y: 0.5, participantIndex: 0 },
      { ...SIGNATURE, x: 0.6, participantIndex: 1 },
    ],
  });
  const doomed = (await createDraft(api, key)).json.envelope.id;
  const token = await tokenOf(api, sent, ALICE.email);
  const document = {
    contentBase64: Buffer.from(await plainPdf()).toString('base64'),
    contentType: 'application/pdf',
  };
  const parts = {
    participants: [{ ...ALICE, detectedPartyIndex: 0 }],
    fields: [
      {
        ...SIGNATURE,
        participantIndex: 0,
        partyIndex: 0,
        label: 'Sign',
        required: true,
        group: 'g',
        locked: false,
      },
      {
        type: 'dropdown',
        key: 'choice',
        page: 1,
        x: 0.1,
        y: 0.1,
        width: 0.2,
        height: 0.02,
        participantIndex: 0,
        options: ['a', 'b'],
        prefillValue: 'a',
        placeholder: 'Choose one',
      },
      {
        type: 'number',
        key: 'total',
        page: 1,
        x: 0.1,
        y: 0.3,
        width: 0.2,
        height: 0.02,
        participantIndex: 0,
        formula: 'round(1 + 2 * -(3), 2)',
        condition: {
          any: [
            { key: 'choice', is: 'a' },
            { key: 'choice', isFilled: true },
          ],
        },
      },
      {
        type: 'date',
        page: 1,
        x: 0.1,
        y: 0.2,
        width: 0.2,
        height: 0.02,
        syntheticRoleId: 'r1',
        syntheticRoleName: 'Buyer',
        key: 'signed_on',
        format: { pattern: 'DDMMYYYY', decimals: null, currency: null },
        validation: { min: '2027-01-01', max: '2099-01-01', message: 'In time' },
        hint: 'Today',
        defaultValue: '2027-05-01',
        align: 'right',
        fontSize: 9,
        comb: 8,
        private: true,
        condition: null,
        formula: null,
        autoSource: 'signed_date',
      },
    ],
    policy: {
      legalFramework: 'esign_ueta',
      consumerDisclosure: true,
      expiresAt: '2028-01-01T00:00:00Z',
      reminderPolicy: { firstAfterDays: 1, everyDays: 2, maxReminders: 3 },
    },
    displayName: 'Name',
    metadata: { a: 'b' },
  };
  const template = await api.ask('POST /api/v1/templates', { key, body: templateOf(sent) });
  const [webhook, doomedWebhook] = [await createWebhook(key), await createWebhook(key)];
  const [provider, doomedProvider] = [await createProvider(key), await createProvider(key)];
  const delivery = (await api.ask('POST /api/v1/webhooks/{id}/test', { key, path: { id: webhook } })).json.id;
  const made = async (path: string, body: unknown) =>
    (await api.call('POST', `/api/v1${path}`, { key, body })).json;
  const team = await made('/teams', { name: `Team ${api.services.newId('team')}`, isPrivate: true });
  const invitation = await made('/invitations', {
    email: `${api.services.newId('user')}@example.com`,
    role: 'viewer',
  });
  const childKey = await made('/api-keys', { name: 'Child' });
  /** Records by the folder of their path. */
  const records: Readonly<Record<string, string>> = {
    teams: team.id,
    invitations: invitation.id,
    'api-keys': childKey.apiKey.id,
    members: 'user_none',
    'bulk-sends': 'bulk_none',
  };
  const list = {
    templateId: template.json?.template?.id ?? 'tpl_none',
    filename: 'people.csv',
    csv: 'alice_angstrom_name,alice_angstrom_email\nAda,ada@example.com',
  };
  const editing = await editedPage(api, await draftForEditing(api, { apiKey: key }));
  const ids = {
    envelope: draft.envelope.id,
    sent: sent.envelope.id,
    template: template.json?.template?.id ?? 'tpl_none',
  };
  const variables = { client: { name: 'Ada' }, items: [{ price: 1.5 }, 'x', null], shown: true };
  const anchored = {
    syntheticRoleId: 'r1',
    anchor: {
      ...{ text: 'Agreement', occurrence: 1, page: 1, document: 1, near: 'Agreement', place: 'right' },
      ...{ dx: 0.1, dy: -0.1, width: 0.2, height: 0.05, ignoreCase: true, optional: true },
    },
  };
  const bodies: Record<string, unknown> = {
    'POST /api/v1/envelopes': {
      ...{ originalFilename: 'a.pdf', document, detect: false, textTags: true, variables, ...parts },
      fields: [...parts.fields, anchored],
    },
    'POST /api/v1/envelopes/{id}/upload/complete': { textTags: true, variables },
    'PUT /api/v1/envelopes/{id}/draft': {
      ...parts,
      sender: { name: 'Olga', email: 'olga@example.com' },
      expectedVersion: 1,
    },
    'POST /api/v1/envelopes/{id}/send': { expectedVersion: 1, sendAt: '2027-06-01T00:00:00Z' },
    'POST /api/v1/envelopes/{id}/remind': { expectedVersion: 3 },
    'POST /api/v1/envelopes/{id}/void': { expectedVersion: 1, reason: 'why' },
    'POST /api/v1/envelopes/{id}/recall': { expectedVersion: 3 },
    'POST /api/v1/envelopes/{id}/copy': {},
    'POST /api/v1/envelopes/{id}/versions': { expectedVersion: 1 },
    'POST /api/v1/envelopes/{id}/threads/{threadId}/messages': { text: 'Yes', visibleTo: 'everyone' },
    'POST /api/v1/envelopes/{id}/documents': {
      ...{ originalFilename: 'b.pdf', document, detect: false, textTags: true, variables },
    },
    'PATCH /api/v1/envelopes/{id}/documents': { order: ['doc_1'], expectedVersion: 1 },
    'POST /api/v1/envelopes/{id}/detect': { expectedVersion: 1 },
    'PUT /api/v1/envelopes/{id}/expiry': { expectedVersion: 3, expiresAt: '2028-01-01T00:00:00Z' },
    'POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link': { expectedVersion: 3 },
    'POST /api/v1/envelopes/{id}/participants/{participantId}/accept-passkey': { expectedVersion: 3 },
    'POST /api/v1/envelopes/{id}/participants/{participantId}/session': {
      returnUrl: 'https://app.example.com/done',
      frameOrigin: 'https://app.example.com',
    },
    'POST /api/v1/envelopes/{id}/session': { returnUrl: 'https://app.example.com/done', userName: 'Grace' },
    'PUT /api/v1/embedding': { origins: ['https://app.example.com'] },
    'PATCH /api/v1/envelopes/{id}/participants/{participantId}': {
      expectedVersion: 3,
      name: 'Alice B.',
      email: 'alice.b@example.com',
    },
    'POST /api/v1/templates': templateOf(sent),
    'PATCH /api/v1/templates/{id}': {
      name: 'New',
      namePattern: '{template_name} {date:YYYY-MM} {role:x.email} {prefill:k}',
      roles: [{ name: 'Witness', optional: true }],
    },
    'POST /api/v1/templates/{id}/envelopes': {
      recipients: { alice_angstrom: ALICE },
      prefill: { place: 'here' },
      variables,
      displayName: 'X',
      autoSend: false,
      senderOrder: 1,
    },
    'PUT /api/v1/templates/{id}/fields': {
      expectedUpdatedAt: '2026-11-21T09:00:00.000Z',
      fields: [
        {
          ...{ type: 'text', page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.04 },
          roleApiName: 'alice_angstrom',
          label: 'Place',
          prefillValue: 'here',
        },
      ],
    },
    'PUT /api/v1/templates/{id}/form': {
      enabled: true,
      roleApiName: 'alice_angstrom',
      maxUses: 3,
      allowedDomains: ['example.com'],
      recipients: { bob: ALICE },
    },
    'POST /api/v1/envelopes/{id}/unschedule': { expectedVersion: 1 },
    'POST /api/v1/bulk-send-checks': list,
    'POST /api/v1/bulk-sends': { ...list, requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
    'POST /api/v1/teams': { name: 'Legal', isPrivate: true },
    'PATCH /api/v1/teams/{id}': { name: 'Board', isPrivate: false },
    'POST /api/v1/invitations': { email: 'new@example.com', role: 'viewer' },
    'PATCH /api/v1/members/{userId}': { role: 'viewer' },
    'POST /api/v1/api-keys': {
      ...{ name: 'Key', scopes: ['envelopes:read'], expiresInDays: 3, allowedNetworks: ['203.0.113.0/24'] },
    },
    'PATCH /api/v1/branding': { accentColor: '#112233', logo: 'data:image/png;base64,AAAA' },
    'POST /api/v1/labels': { name: 'Sales', color: 'teal' },
    'PATCH /api/v1/labels/{id}': { name: 'Sales', color: 'teal' },
    'POST /api/v1/labels/{id}/envelopes': { add: [sent.envelope.id], remove: [] },
    'POST /api/v1/archive': { add: [], remove: [sent.envelope.id] },
    'PUT /api/v1/envelopes/{id}/labels': { labelIds: [] },
    'POST /api/v1/identity-providers': providerBody,
    'PATCH /api/v1/identity-providers/{id}': providerBody,
    'POST /api/v1/webhooks': webhookBody,
    'PATCH /api/v1/webhooks/{id}': webhookBody,
    'POST /api/v1/webhooks/{id}/sample': { type: 'envelope.sent' },
    'POST /api/v1/webhooks/{id}/replay': {
      ...{
        from: '2027-01-01T00:00:00Z',
        to: '2027-02-01T00:00:00Z',
        types: ['envelope.sent'],
        status: 'all',
      },
    },
    'POST /api/signer/sign': {
      values: [{ fieldId: sent.fields[1].id, value: 'Malmö' }],
      signature: { kind: 'typed', text: 'Alice' },
      initials: { kind: 'drawn', image: 'data:image/png;base64,AAAA' },
      documentHash: sent.envelope.documentHash,
    },
    'POST /api/signer/attachments': {
      ...{ fieldId: sent.fields[2].id, filename: 'a.pdf', contentType: 'application/pdf' },
      contentBase64: document.contentBase64,
    },
    'POST /api/signer/threads': {
      ...{ kind: 'change', text: 'Why?', proposal: 'Because' },
      quote: { page: 1, boxes: [{ x: 0, y: 0, width: 1, height: 1 }] },
    },
    'POST /api/signer/threads/{threadId}/messages': { text: 'And?' },
    'POST /api/signer/decline': { reason: 'no' },
    'POST /api/signer/delegate': { name: 'Carol', email: 'carol@example.com', reason: 'no' },
    'POST /api/signer/consent': { accepted: true },
    'POST /api/signer/new-link': {},
    'POST /api/signer/next-version': {},
    'POST /api/signer/session': {},
    'POST /api/v1/test-clock/advance': { days: 1, hours: 2, envelopeId: sent.envelope.id },
    'POST /api/editing/session': {},
    'PUT /api/editing/draft': { displayName: 'X', expectedVersion: 1 },
    'POST /api/editing/send': { expectedVersion: 1 },
    'POST /api/signer/authenticate': { code: '048215' },
    'POST /api/signer/authenticate/start': {},
    'POST /api/signer/sign/start': { values: [] },
    'POST /api/signer/sign/continue': { attempt: 'sat_x' },
    ...ACCOUNT_BODIES,
  };
  const bodiless = ROUTES.filter(
    (route) => route.type === 'mutation' && bodies[`${route.method} ${route.path}`] === undefined,
  );
  expect(bodiless.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    ROUTES.filter(
      ({ path, method }) =>
        /templates.*copy$|restore$|rotate-secret$|test$|settle$|redeliver$|logout$|email-verification$|invitations.*resend$/.test(
          path,
        ) ||
        method === 'DELETE' ||
        (method === 'PUT' && /\/(document|documents\/\{documentId\}|members\/\{userId\})$/.test(path)),
    )
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  return ROUTES.map(({ method, path }) => {
    const name = `${method} ${path}`;
    const known = records[path.split('/')[3] ?? ''];
    const id =
      known !== undefined
        ? known
        : path.includes('/identity-providers/')
          ? name.startsWith('DELETE')
            ? doomedProvider
            : provider
          : path.includes('/webhooks/')
            ? name.startsWith('DELETE')
              ? doomedWebhook
              : webhook
            : name.startsWith('DELETE') && path.includes('/envelopes/')
              ? doomed
              : path.includes('/templates/')
                ? ids.template
                : /remind|resend|recall|expiry|participantId/.test(path)
                  ? ids.sent
                  : ids.envelope;
    return {
      method,
      path: path
        .replace('{id}', id)
        .replace('{userId}', 'user_none')
        .replace('{participantId}', sent.participants[0].id)
        .replace('{documentId}', draft.envelope.documents[0].id)
        .replace('{deliveryId}', delivery),
      key: path.startsWith('/api/signer') ? token : path.startsWith('/api/editing') ? editing : key,
      body: bodies[name],
    };
  });
}

const webhookBody = {
  url: 'https://example.com/hook',
  description: 'Where it goes',
  events: ['envelope.sent', 'participant.signed'],
  enabled: true,
};

const providerBody = {
  ...{ name: 'Example ID', issuer: 'https://login.example.com', match: 'name' as const, enabled: true },
  ...{ clientId: 'countersign', clientSecret: 'secret', scope: 'openid profile', trustEmail: true },
  ...{ acrValues: ['high'], requiredClaims: { hd: 'example.com' } },
};

async function createProvider(key: string): Promise<string> {
  return (await api.ask('POST /api/v1/identity-providers', { key, body: providerBody })).json.id;
}

async function createWebhook(key: string): Promise<string> {
  return (await api.ask('POST /api/v1/webhooks', { key, body: { url: webhookBody.url } })).json.id;
}

function templateOf(sent: any) {
  return {
    sourceEnvelopeId: sent.envelope.id,
    name: 'Template',
    namePattern: '{template_name}',
    roles: sent.participants.map(({ id, name }: { id: string; name: string }) => ({
      name,
      participantId: id,
      isSender: false,
      optional: false,
    })),
    lockedFieldIds: [],
  };
}

const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\u202e',
  '\ud800',
  'a'.repeat(5000),
  '𝒳'.repeat(300),
  [],
  {},
  [[]],
  [null],
  { __proto__: null },
  { constructor: 1 },
  '../../etc/passwd',
  "'; drop table events; --",
  '%00',
  '{role:x.y}',
  '9999-99-99T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  'NaN',
  'env_00000000000000000000000000',
  'data:image/png;base64,',
];

/**
 * Makes one change at a random place in a JSON value: replaces, removes, renames, duplicates or adds
 * something, or changes nothing.
 */
function bent(value: unknown, at: number, odd: unknown, how: number): unknown {
  const places: { holder: any; key: string | number }[] = [];
  const copy: unknown = structuredClone(value);
  const walk = (holder: any) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      walk(holder[key]);
    }
  };
  walk(copy);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return odd;
  const { holder, key } = place;
  if (how === 0) holder[key] = odd;
  else if (how === 1) delete holder[key];
  else if (how === 2) holder[`${key}x`] = odd;
  else if (how === 3 && Array.isArray(holder)) holder.push(odd, holder[Number(key)]);
  else if (how !== 5) holder[key] = [holder[key]];
  return copy;
}

const PASSWORD = 'correct horse battery';
/** What visitors who aren't signed in send about accounts. */
const ACCOUNT_BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/auth/sign-up': {
    organization: 'Acme',
    name: 'Ada',
    email: 'ada@example.com',
    password: PASSWORD,
  },
  'POST /api/auth/sign-up/check': { token: 'x' },
  'POST /api/auth/sign-up/confirm': { token: 'x', password: PASSWORD },
  'POST /api/auth/login': { email: 'ada@example.com', password: PASSWORD, invitation: 'x' },
  'POST /api/auth/login/second-factor': { code: '123456' },
  'POST /api/auth/passkey/challenge': {},
  'POST /api/auth/passkey/login': { response: { id: 'x' }, invitation: 'x' },
  'POST /api/auth/password-reset': { email: 'ada@example.com' },
  'POST /api/auth/password-reset/check': { token: 'x' },
  'POST /api/auth/password-reset/confirm': { token: 'x', password: PASSWORD },
  'POST /api/auth/email-verification/confirm': { token: 'x', password: PASSWORD },
  'POST /api/auth/invitation': { token: 'x' },
  'POST /api/auth/invitation/accept': { token: 'x' },
  'POST /api/auth/invitation/join': { token: 'x', name: 'Ada', password: PASSWORD },
  'POST /api/auth/consent/{id}/allow': { organizationId: 'org_x', scopes: ['envelopes:read'] },
  'POST /api/auth/consent/{id}/deny': {},
};

const change = fc.record({
  target: fc.nat(1000),
  at: fc.nat(1000),
  // 5 leaves the body as it is, so that some calls succeed.
  how: fc.nat(5),
  odd: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ODD) }, { weight: 1, arbitrary: fc.jsonValue() }),
  query: fc.option(
    fc.tuple(
      fc.constantFrom(
        'limit',
        'cursor',
        'status',
        'view',
        'sort',
        'q',
        'recipient',
        'variant',
        'download',
        'archived',
        'x',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    { freq: 3 },
  ),
  garbled: fc.option(fc.string({ maxLength: 40 }), { freq: 20 }),
});

it(
  `answers ${ROUNDS * REQUESTS} hostile requests without an internal error`,
  { timeout: 280_000 },
  async () => {
    const statuses = new Map<number, number>();
    for (let round = 1; round <= ROUNDS; round++) {
      const targets = await freshTargets();
      await fc.assert(
        fc.asyncProperty(change, async ({ target, at, how, odd, query, garbled }) => {
          const { method, path, key, body } = targets[target % targets.length] as Target;
          const search = query === null ? '' : `?${query[0]}=${encodeURIComponent(query[1].toWellFormed())}`;
          const hasBody = method !== 'GET' && body !== undefined;
          const sent = hasBody ? { body: garbled ?? bent(body, at, odd, how) } : {};
          const answer = await api.call(method, `${path}${search}`, { key, ...sent });
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const said = `${method} ${path}${search} ${JSON.stringify(sent).slice(0, 500)} → ${JSON.stringify(answer.json)}`;
          expect(answer.status, said).toBeLessThan(500);
          if (answer.status >= 400)
            expect(Object.keys(answer.json).sort()).toEqual(['code', 'details', 'message']);
        }),
        { numRuns: REQUESTS, seed: round, endOnFailure: true },
      );
    }
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 409, 422]));
  },
);
