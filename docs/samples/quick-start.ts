// --- create
import { readFile, writeFile } from 'node:fs/promises';
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});

const { envelope } = await countersign.upload(await readFile('nda.pdf'), {
  originalFilename: 'nda.pdf',
  participants: [{ name: 'Ada Byron', email: 'ada@example.com' }],
  fields: [{ type: 'signature', participantIndex: 0, page: 1, x: 0.54, y: 0.55, width: 0.34, height: 0.04 }],
});
// --- send
const { cursor } = await countersign.events.feed({ after: 'now' });
await countersign.envelopes.send(envelope.id, { expectedVersion: envelope.version });
// --- download
for await (const { items } of countersign.follow(cursor))
  if (items.some(({ envelopeId, action }) => envelopeId === envelope.id && action === 'envelope.sealed'))
    break;

await writeFile('sealed.pdf', await countersign.envelopes.document(envelope.id, { variant: 'sealed' }));
