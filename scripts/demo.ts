import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { WireGraph } from '#wire/envelope-graph.ts';

import { type Dashboard, logIn, signUp, tokenIn } from './client/dashboard.ts';
import { type Envelopes, envelopesOf } from './client/envelopes.ts';
import { type HttpClient, openHttpClient, RefusedError } from './client/http.ts';
import { filledIn, signerOf } from './client/signing.ts';
import { fieldsFor, type Person, twoPeople } from './demo/people.ts';
import { prove, sha256 } from './demo/proof.ts';

const USAGE = `npm run demo -- FILE [--origin URL] [--email ADDRESS --password PASSWORD] [--key KEY] [--out FILE]

Sends a PDF through the whole job on a running server, by HTTP alone, and saves the sealed PDF. Without an account it
signs up an organization of its own; the server must keep its mails in the outbox (no SMTP_URL).
`;
const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 100;

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
    const api = envelopesOf(http, values.key ?? (await dashboard.newApiKey(`Demo ${run}`)));
    await demonstrate({ http, api, dashboard, run }, file, values.out ?? sealedName(file));
  } finally {
    http.close();
  }
}

interface Stage {
  readonly http: HttpClient;
  readonly api: Envelopes;
  readonly dashboard: Dashboard;
  readonly run: string;
}

async function demonstrate(stage: Stage, file: string, out: string): Promise<void> {
  const { api, run } = stage;
  const people = twoPeople(run);
  const sent = await prepareAndSend(api, file, people);
  for (const person of people) await signAs(stage, person, sent);

  const { id, documentHash } = sent.envelope;
  const { envelope } = await until('the seal', async () => {
    const graph = await api.get(id);
    return graph.envelope.sealedAt === null ? null : graph;
  });
  const sealed = await api.document(id, 'sealed');
  const proof = await prove(sealed, await api.events(id), documentHash ?? '');
  say('Chain', `${proof.events} events recomputed; head at completion ${proof.headAtCompletion}`);
  say('Seal', `intact, by ${proof.sealedBy}; begins with the ${proof.presentedBytes} bytes that were signed`);
  for (const { email } of people) await mailTo(stage.dashboard, email, 'Completed');
  writeFileSync(out, sealed);
  say('Saved', `${out}, ${sealed.length} bytes, sealed ${envelope.sealedAt}`);
}

async function prepareAndSend(api: Envelopes, file: string, people: readonly Person[]): Promise<WireGraph> {
  const pdf = readFileSync(file);
  const created = await api.createDeferred(basename(file));
  const { id } = created.envelope;
  say('Created', `${id} for ${basename(file)}`);
  await api.upload(created.upload, pdf);
  const { envelope: received, documentReceived } = await api.completeUpload(id);
  if (!documentReceived) throw new Error('the uploaded bytes did not arrive');
  const { contentHash, documentHash, pageCount } = received.envelope;
  if (contentHash !== sha256(pdf)) throw new Error('the server has other bytes than were uploaded');
  say('Uploaded', `${pdf.length} bytes, ${pageCount} pages; to be signed: SHA-256 ${documentHash}`);

  const participants = people.map(({ name, email, company, title }) => ({
    name,
    email,
    ...(company === undefined ? {} : { company }),
    ...(title === undefined ? {} : { title }),
  }));
  const fields = fieldsFor(pageCount ?? 1);
  const expectedVersion = received.envelope.version;
  const drafted = await api.draft(id, { participants, fields, expectedVersion });
  say('Placed', `${drafted.fields.length} fields on pages 1 and ${pageCount} for ${people.length} signers`);
  const sent = await api.send(id, drafted.envelope.version);
  say('Sent', `${sent.envelope.status}, version ${sent.envelope.version}`);
  return sent;
}

async function signAs({ http, dashboard }: Stage, person: Person, sent: WireGraph): Promise<void> {
  const link = tokenIn(await mailTo(dashboard, person.email));
  if (link === null) throw new Error(`the mail to ${person.email} has no signing link`);
  const signer = signerOf(http, link);
  const invitation = await signer.invitation();
  say(person.name, `opens the link from ${invitation.senderName} to “${invitation.displayName}”`);
  const { envelope, fields } = await signer.open();
  const shown = sha256(await signer.document());
  if (shown !== envelope.documentHash || shown !== sent.envelope.documentHash)
    throw new Error('the signer is shown other bytes than were sent');
  const values = filledIn(fields, person.answers);
  const status = await signer.sign({ values, signature: person.signature, documentHash: shown });
  say(person.name, `${person.how}, fills in ${values.length} of ${fields.length} fields: ${status}`);
}

async function enter(
  http: HttpClient,
  run: string,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<Dashboard> {
  if (email !== undefined && password !== undefined) return await logIn(http, { email, password });
  const owner = { name: 'Dana Demo', email: `dana.${run}@example.com`, password: randomUUID() };
  return await signUp(http, { organization: `Demo ${run}`, ...owner });
}

/** The text of the newest mail to an address whose subject begins as asked, once there is one. */
async function mailTo(dashboard: Dashboard, address: string, subject = ''): Promise<string> {
  const mail = await until(`a mail to ${address}`, async () => {
    const { items } = await dashboard.mails();
    return items.find((kept) => kept.to === address && kept.subject.startsWith(subject));
  });
  say('Mail', `to ${mail.to}: ${mail.subject}`);
  return await dashboard.mailText(mail.id);
}

async function until<T>(what: string, look: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} s`);
    await delay(ASK_AGAIN_MS);
  }
}

function sealedName(file: string): string {
  return resolve(`${basename(file).replace(/\.pdf$/i, '')}.sealed.pdf`);
}

function say(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(16)}${text}\n`);
}
