import type { Countersign, List, Query, UploadBody } from '../../../client/src/index.ts';
import type { ExecuteFunctions, Item } from '../shared/n8n.ts';
import { createInputs, buildMessage, parseJson, type Inputs } from './inputs.ts';

type Operation = (on: {
  readonly countersign: Countersign;
  readonly functions: ExecuteFunctions;
  readonly index: number;
  readonly inputs: Inputs;
}) => Promise<Item[]>;

const toItems = (json: object): Item[] => [{ json: Object.fromEntries(Object.entries(json)) }];

const create: Operation = async ({ countersign, functions, index, inputs }) => {
  const property = inputs.text('binaryPropertyName');
  const { fileName } = functions.helpers.assertBinaryData(index, property);
  const file = await functions.helpers.getBinaryDataBuffer(index, property);
  const { originalFilename, metadata, textTags, displayName, ...options } = inputs.options('options');
  const fields = parseJson(functions.getNodeParameter('fields', index, '[]'), 'Fields');
  const isPlaced = Array.isArray(fields) && fields.length > 0;
  const given: Record<string, unknown> = {
    originalFilename: String(originalFilename ?? fileName ?? 'document.pdf'),
    participants: inputs.entries('recipients', 'recipient'),
    ...(isPlaced ? { fields } : {}),
    ...(textTags === true ? { textTags } : {}),
    ...(metadata === undefined ? {} : { metadata: parseJson(metadata, 'Metadata') }),
    ...(displayName === undefined ? {} : { displayName }),
    ...buildMessage(options),
  };
  // The API reports what is wrong with the input.
  return toItems(await countersign.upload(new Uint8Array(file), given as UploadBody));
};

const createFromTemplate: Operation = async ({ countersign, inputs }) => {
  const { displayName, ...options } = inputs.options('options');
  const recipients = inputs
    .entries('roles', 'recipient')
    .map(({ role = '', name = '', email = '' }) => [role, { name, email }] as const);
  const prefill = inputs.entries('prefill', 'value').map(({ key = '', value = '' }) => [key, value] as const);
  return toItems(
    await countersign.templates.createEnvelope(inputs.text('templateId'), {
      recipients: Object.fromEntries(recipients),
      ...(prefill.length === 0 ? {} : { prefill: Object.fromEntries(prefill) }),
      ...(displayName === undefined ? {} : { displayName: String(displayName) }),
      ...buildMessage(options),
      autoSend: inputs.flag('autoSend'),
    }),
  );
};

const get: Operation = async ({ countersign, inputs }) =>
  toItems(await countersign.envelopes.get(inputs.text('envelopeId')));

const send: Operation = async ({ countersign, inputs }) => {
  const { id, expectedVersion } = await resolveVersion(countersign, inputs);
  const sendAt = inputs.text('sendAt');
  const when = sendAt === '' ? {} : { sendAt: new Date(sendAt).toISOString() };
  return toItems(await countersign.envelopes.send(id, { expectedVersion, ...when }));
};

const voidEnvelope: Operation = async ({ countersign, inputs }) => {
  const { id, expectedVersion } = await resolveVersion(countersign, inputs);
  const reason = inputs.text('reason');
  return toItems(
    await countersign.envelopes.void(id, { expectedVersion, ...(reason === '' ? {} : { reason }) }),
  );
};

const remind: Operation = async ({ countersign, inputs }) => {
  const { id, expectedVersion } = await resolveVersion(countersign, inputs);
  return toItems(await countersign.envelopes.remind(id, { expectedVersion }));
};

/** Returns the envelope version that the change applies to: the given one, or the current one. */
async function resolveVersion(countersign: Countersign, inputs: Inputs) {
  const id = inputs.text('envelopeId');
  const given = inputs.number('expectedVersion');
  return { id, expectedVersion: given > 0 ? given : (await countersign.envelopes.get(id)).envelope.version };
}

const downloadSealed: Operation = async ({ countersign, functions, inputs }) => {
  const id = inputs.text('envelopeId');
  const { envelope } = await countersign.envelopes.get(id);
  const bytes = await countersign.envelopes.document(id, { variant: 'sealed' });
  return await prepareFile(functions, inputs, id, bytes, `${envelope.displayName}.pdf`, 'application/pdf');
};

const downloadEvidence: Operation = async ({ countersign, functions, inputs }) => {
  const id = inputs.text('envelopeId');
  const bytes = new TextEncoder().encode(JSON.stringify(await readPublishedEvidence(countersign, id)));
  return await prepareFile(functions, inputs, id, bytes, `${id}-evidence.json`, 'application/json');
};

/** How often the evidence is asked for before it is kept without the newest event's proof: for two minutes. */
const PUBLISHED_ASKED = 4;

/** Returns the evidence once the log has the newest event, which is about a minute after it. */
async function readPublishedEvidence(countersign: Countersign, id: string) {
  for (let asked = 1; ; asked++) {
    const evidence = await countersign.envelopes.evidence(id, { wait: 30 });
    const { log, headHash } = evidence;
    if (asked === PUBLISHED_ASKED || log?.preimage.includes(`"headHash":"${headHash}"`)) return evidence;
  }
}

async function prepareFile(
  { helpers }: ExecuteFunctions,
  inputs: Inputs,
  id: string,
  bytes: Uint8Array,
  name: string,
  type: string,
): Promise<Item[]> {
  const binary = await helpers.prepareBinaryData(Buffer.from(bytes), name, type);
  return [{ json: { envelopeId: id }, binary: { [inputs.text('binaryPropertyName')]: binary } }];
}

const getEnvelopes: Operation = async ({ countersign, inputs }) => {
  const { metadata, ...filters } = inputs.options('filters');
  const query = { ...filters, ...(metadata === undefined ? {} : { metadata: [String(metadata)] }) };
  return await listEntries(countersign.envelopes.list(query as Query<'envelopeList'>), inputs);
};

const getTemplates: Operation = async ({ countersign, inputs }) =>
  await listEntries(countersign.templates.list(inputs.options('filters')), inputs);

/** Returns the entries of a list as separate items. */
async function listEntries<
  Page extends { readonly items: readonly object[]; readonly nextCursor: string | null },
>(list: List<Page>, inputs: Inputs): Promise<Item[]> {
  const most = inputs.flag('returnAll') ? Infinity : inputs.number('limit');
  const items: Item[] = [];
  for await (const entry of list) {
    if (items.length >= most) break;
    items.push(...toItems(entry));
  }
  return items;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'envelope:create': create,
  'envelope:createFromTemplate': createFromTemplate,
  'envelope:get': get,
  'envelope:getMany': getEnvelopes,
  'envelope:send': send,
  'envelope:void': voidEnvelope,
  'envelope:remind': remind,
  'envelope:downloadSealed': downloadSealed,
  'envelope:downloadEvidence': downloadEvidence,
  'template:getMany': getTemplates,
};

/** Runs the node's operation for one item. */
export async function run(
  countersign: Countersign,
  functions: ExecuteFunctions,
  index: number,
): Promise<Item[]> {
  const inputs = createInputs(functions, index);
  const name = `${inputs.text('resource')}:${inputs.text('operation')}`;
  const operation = OPERATIONS[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return await operation({ countersign, functions, index, inputs });
}
