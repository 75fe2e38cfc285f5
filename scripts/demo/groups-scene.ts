import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { WireGraph } from '#wire/envelope-graph.ts';

import { findSigningToken } from '../client/dashboard.ts';
import { RefusedError } from '../client/http.ts';
import { createSignerClient, type SignerCalls } from '../client/signing.ts';
import { checkRules, buildGroupsDraft, createGroups, type Act } from './groups.ts';
import { computeSha256 } from './proof.ts';
import { waitForEmail, say, waitForSeal, type Stage } from './stage.ts';

/** Sends several files to two groups of people, has all of them act, and returns the sealed PDF. */
export async function playGroups(stage: Stage, files: readonly string[]): Promise<Buffer> {
  const people = createGroups(stage.run);
  const sent = await sendFiles(stage, files, people);
  for (const person of people) await actAs(stage, person, sent);
  const sealed = await waitForSeal(stage, sent);
  checkRules(await stage.api.get(sent.envelope.id));
  for (const { email } of [...people, ...sent.envelope.copies])
    await waitForEmail(stage.dashboard, email, 'Completed');
  return sealed;
}

async function sendFiles(
  { api, run }: Stage,
  files: readonly string[],
  people: readonly Act[],
): Promise<WireGraph> {
  const [first = '', ...others] = files;
  let graph = await api.createInline(basename(first), readFileSync(first), { detect: false });
  const { id } = graph.envelope;
  for (const file of others) graph = await api.addFile(id, basename(file), readFileSync(file));
  const { documents, pageCount } = graph.envelope;
  say('Created', `${id}: ${documents.map(({ name }) => name).join(', ')}; ${pageCount} pages`);
  const drafted = await api.draft(id, buildGroupsDraft(run, people, graph));
  say('Placed', `${drafted.fields.length} fields for ${people.length} people in two groups`);
  const sent = await api.send(id, drafted.envelope.version);
  say('Sent', `${sent.envelope.status}, version ${sent.envelope.version}`);
  return sent;
}

async function actAs({ http, dashboard }: Stage, person: Act, sent: WireGraph): Promise<void> {
  const link = findSigningToken(await waitForEmail(dashboard, person.email));
  if (link === null) throw new Error(`the mail to ${person.email} has no signing link`);
  const signer = await enterCode(createSignerClient(http, link), person);
  const { fields, envelope } = await signer.open();
  const documentHash = computeSha256(await signer.document());
  if (documentHash !== envelope.documentHash || documentHash !== sent.envelope.documentHash)
    throw new Error('the signer is shown other bytes than were sent');
  const values = fields.flatMap(({ id, key }) => {
    const value = person.answers[key];
    return value === undefined ? [] : [{ fieldId: id, value }];
  });
  const approves = person.role === 'approver';
  const signature = approves ? {} : { signature: { kind: 'typed', text: person.name } as const };
  const status = await signer.sign({ values, documentHash, ...signature });
  say(person.name, `${approves ? 'approves' : `signs, with ${values.length} answers`}: ${status}`);
}

/** Enters the person's access code. Without it, nothing of the document is visible. */
async function enterCode(signer: SignerCalls, { name, code }: Act): Promise<SignerCalls> {
  if (code === undefined) return signer;
  try {
    await signer.open();
    throw new Error('the document was shown without a code');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    say(name, `is asked for a code: ${String(error.details['reason'])}`);
  }
  return await signer.authenticate(code);
}
