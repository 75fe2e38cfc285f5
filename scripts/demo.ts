import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { WireGraph } from '#wire/envelope-graph.ts';

import { type Dashboard, signIn, signUp, findSigningToken } from './client/dashboard.ts';
import { type Envelopes, createEnvelopesClient } from './client/envelopes.ts';
import { type HttpClient, openHttpClient, RefusedError } from './client/http.ts';
import { fillValues, createSignerClient } from './client/signing.ts';
import { buildFields, type Person, createPeople } from './demo/people.ts';
import { playGroups } from './demo/groups-scene.ts';
import { computeSha256 } from './demo/proof.ts';
import { waitForEmail, say, waitForSeal, type Stage } from './demo/stage.ts';

const USAGE = `npm run demo -- FILE [FILE FILE] [--origin URL] [--email ADDRESS --password PASSWORD] [--key KEY] [--out FILE]

Sends a PDF through the whole job on a running server, by HTTP alone, and saves the sealed PDF. Three PDFs become one
envelope for two groups, with an approver, a copy, an access code, a condition and a formula. Without an account it
signs up an organization of its own; the server must keep its mails in the outbox (no SMTP_URL).
`;
try {
  await main();
} catch (error) {
  if (!(error instanceof RefusedError)) throw error;
  const reason = error.details['reason'];
  say('Refused', `${error.status} ${error.code}${typeof reason === 'string' ? `, reason ${reason}` : ''}`);
  say('', error.message);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { origin: text, key: text, email: text, password: text, out: text },
  });
  const [file] = positionals;
  if (file === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const http = openHttpClient(values.origin ?? 'http://localhost:3000');
  try {
    const run = randomUUID().slice(0, 8);
    const dashboard = await enter(http, run, values);
    const api = createEnvelopesClient(http, values.key ?? (await dashboard.newApiKey(`Demo ${run}`)));
    const stage = { http, api, dashboard, run };
    const play = positionals.length > 1 ? playGroups : playTwo;
    const sealed = await play(stage, positionals);
    const out = values.out ?? getSealedPath(file);
    writeFileSync(out, sealed);
    say('Saved', out);
  } finally {
    http.close();
  }
}

async function playTwo(stage: Stage, [file = '']: readonly string[]): Promise<Buffer> {
  const people = createPeople(stage.run);
  const sent = await prepareAndSend(stage.api, file, people);
  for (const person of people) await signAs(stage, person, sent);
  const sealed = await waitForSeal(stage, sent);
  for (const { email } of people) await waitForEmail(stage.dashboard, email, 'Completed');
  return sealed;
}

async function prepareAndSend(api: Envelopes, file: string, people: readonly Person[]): Promise<WireGraph> {
  const pdf = readFileSync(file);
  // The demo places its own fields. Detection would change the draft at the same time.
  const created = await api.createDeferred(basename(file), { detect: false });
  const { id } = created.envelope;
  say('Created', `${id} for ${basename(file)}`);
  await api.upload(created.upload, pdf);
  const { envelope: received, documentReceived } = await api.completeUpload(id);
  if (!documentReceived) throw new Error('the uploaded bytes did not arrive');
  const { contentHash, documentHash, pageCount } = received.envelope;
  if (contentHash !== computeSha256(pdf)) throw new Error('the server has other bytes than were uploaded');
  say('Uploaded', `${pdf.length} bytes, ${pageCount} pages; to be signed: SHA-256 ${documentHash}`);

  const participants = people.map(({ name, email, company, title }) => ({
    name,
    email,
    ...(company === undefined ? {} : { company }),
    ...(title === undefined ? {} : { title }),
  }));
  const fields = buildFields(pageCount ?? 1);
  const expectedVersion = received.envelope.version;
  const drafted = await api.draft(id, { participants, fields, expectedVersion });
  say('Placed', `${drafted.fields.length} fields on pages 1 and ${pageCount} for ${people.length} signers`);
  const sent = await api.send(id, drafted.envelope.version);
  say('Sent', `${sent.envelope.status}, version ${sent.envelope.version}`);
  return sent;
}

async function signAs({ http, dashboard }: Stage, person: Person, sent: WireGraph): Promise<void> {
  const link = findSigningToken(await waitForEmail(dashboard, person.email));
  if (link === null) throw new Error(`the mail to ${person.email} has no signing link`);
  const signer = createSignerClient(http, link);
  const invitation = await signer.invitation();
  say(person.name, `opens the link from ${invitation.senderName} to “${invitation.displayName}”`);
  const { envelope, fields } = await signer.open();
  const shown = computeSha256(await signer.document());
  if (shown !== envelope.documentHash || shown !== sent.envelope.documentHash)
    throw new Error('the signer is shown other bytes than were sent');
  const values = fillValues(fields, person.answers);
  const status = await signer.sign({ values, signature: person.signature, documentHash: shown });
  say(person.name, `${person.how}, fills in ${values.length} of ${fields.length} fields: ${status}`);
}

async function enter(
  http: HttpClient,
  run: string,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<Dashboard> {
  if (email !== undefined && password !== undefined) return await signIn(http, { email, password });
  const owner = { name: 'Dana Demo', email: `dana.${run}@example.com`, password: randomUUID() };
  return await signUp(http, { organization: `Demo ${run}`, ...owner });
}

function getSealedPath(file: string): string {
  return resolve(`${basename(file).replace(/\.pdf$/i, '')}.sealed.pdf`);
}
