// --- upload
import { readFile } from 'node:fs/promises';
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
const place = { type: 'signature', page: 1, y: 0.7, width: 0.3, height: 0.05 } as const;

const draft = await countersign.upload(await readFile('nda.pdf'), {
  originalFilename: 'nda.pdf',
  participants: [
    { name: 'Ada Byron', email: 'ada@example.com', orderIndex: 0 },
    { name: 'Ben Okafor', email: 'ben@example.com', orderIndex: 1 },
  ],
  fields: [
    { ...place, participantIndex: 0, x: 0.1 },
    { ...place, participantIndex: 1, x: 0.6 },
  ],
});
const { id } = draft.envelope;
// --- schedule
const scheduled = await countersign.envelopes.send(id, {
  expectedVersion: draft.envelope.version,
  sendAt: '2030-01-31T08:00:00Z',
});
// --- unschedule
const again = await countersign.envelopes.unschedule(id, {
  expectedVersion: scheduled.envelope.version,
});
// --- now
const sent = await countersign.envelopes.send(id, { expectedVersion: again.envelope.version });
// --- void
await countersign.envelopes.void(id, {
  expectedVersion: sent.envelope.version,
  reason: 'The terms have changed.',
});
