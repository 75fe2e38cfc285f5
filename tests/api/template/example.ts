import { expect } from 'vitest';
import type { Answer, TestApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { createDraft, SIGNATURE } from '../../support/envelopes.ts';

type TemplateBody = BodyOf<'POST /api/v1/templates'>;

/** The keys that the API documents for each record of a template. */
const CONTRACT_KEYS = {
  template:
    'id organizationId teamId name namePattern originalFilename sourceFormat contentHash sizeBytes archivedAt useCount lastUsedAt createdAt updatedAt',
  role: 'id templateId name apiRoleName orderIndex isSender optional',
  field:
    'id templateId roleId type page x y width height label required prefillValue autoSource prefillKey locked group',
} as const;

/** Expects a record to have every documented key, and no internal ones. */
export function expectTemplateKeys(record: object, kind: keyof typeof CONTRACT_KEYS): void {
  expect(Object.keys(record)).toEqual(expect.arrayContaining(CONTRACT_KEYS[kind].split(' ')));
  for (const inside of ['storageKey', 'documents']) expect(Object.keys(record)).not.toContain(inside);
  // The key of a stored file. Fields also have a property with this name.
  if (kind !== 'field') expect(Object.keys(record)).not.toContain('key');
}

export const CLIENT = {
  name: 'Carla Client',
  email: 'carla@client.example',
  company: 'Client & Co',
  title: 'CEO',
};
export const WITNESS = { name: 'Wim Witness', email: 'wim@witness.example' };

/** The template's source: one field of each kind that templates treat differently. */
const SOURCE_FIELDS = [
  { ...SIGNATURE, participantIndex: 0 },
  {
    ...{ type: 'text', page: 1, x: 0.1, y: 0.5, width: 0.3, height: 0.03, participantIndex: 0 },
    label: 'Contract Number',
    required: false,
  },
  {
    ...{ type: 'number', page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.03, participantIndex: 0 },
    label: 'Fee',
    prefillValue: '100',
    locked: true,
  },
  { ...SIGNATURE, x: 0.6, participantIndex: 1 },
  {
    type: 'date',
    page: 1,
    x: 0.6,
    y: 0.8,
    width: 0.2,
    height: 0.03,
    participantIndex: 1,
    autoSource: 'signed_date',
  },
  { ...SIGNATURE, x: 0.35, y: 0.9, participantIndex: 2 },
];

const PEOPLE = [
  { name: 'Any Client', email: 'any@client.example' },
  { name: 'Our Side', email: 'our@side.example' },
  { name: 'Some Witness', email: 'some@witness.example' },
];

/** An envelope with three participants: client, ourselves, and a witness. */
export async function sourceEnvelope(
  api: TestApi,
  key: string,
  extra: Record<string, unknown> = {},
): Promise<any> {
  const { status, json } = await createDraft(api, key, {
    participants: PEOPLE,
    fields: SOURCE_FIELDS,
    ...extra,
  });
  expect(status).toBe(201);
  return json;
}

/** A body that makes it a template with a client, the sender and an optional witness. */
export function templateBody(source: any, extra: Partial<TemplateBody> = {}): TemplateBody {
  const [client, ours, witness] = source.participants;
  return {
    sourceEnvelopeId: source.envelope.id,
    name: 'Framework agreement',
    roles: [
      { name: 'Client', participantId: client.id },
      { name: 'Our Side', participantId: ours.id, isSender: true },
      { name: 'Witness', participantId: witness.id, optional: true },
    ],
    ...extra,
  };
}

/** Creates the example's template. Returns the response. */
export async function makeTemplate(
  api: TestApi,
  key: string,
  extra: Partial<TemplateBody> = {},
): Promise<any> {
  const body = templateBody(await sourceEnvelope(api, key), extra);
  const { data, error } = await api.client(key).POST('/api/v1/templates', { body });
  if (data === undefined) throw new Error(`template: ${JSON.stringify(error)}`);
  return data;
}

/** Creates an envelope from a template. */
export function use(
  api: TestApi,
  key: string,
  templateId: string,
  body: BodyOf<'POST /api/v1/templates/{id}/envelopes'> = { recipients: { client: CLIENT } },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.ask('POST /api/v1/templates/{id}/envelopes', { key, path: { id: templateId }, body, headers });
}

/** Returns a template as GET returns it. */
export async function readTemplate(api: TestApi, key: string, id: string): Promise<any> {
  return (await api.client(key).GET('/api/v1/templates/{id}', { params: { path: { id } } })).data;
}
