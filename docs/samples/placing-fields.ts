// --- anchors
import { readFile } from 'node:fs/promises';
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});

const { fields } = await countersign.upload(await readFile('lease.pdf'), {
  originalFilename: 'lease.pdf',
  participants: [
    { name: 'Ada Byron', email: 'ada@example.com' },
    { name: 'Ben Okafor', email: 'ben@example.com' },
  ],
  fields: [
    { participantIndex: 0, anchor: { text: 'Signature:', near: 'LANDLORD' } },
    { participantIndex: 1, anchor: { text: 'Signature:', near: 'TENANT' } },
    { participantIndex: 1, type: 'date', anchor: { text: 'Date:', occurrence: 'last', width: 0.15 } },
  ],
});
for (const { type, page, x, y } of fields) console.log(type, page, x, y);
// --- tags
const tagged = await countersign.upload(await readFile('tagged.pdf'), {
  originalFilename: 'tagged.pdf',
  textTags: true,
  participants: [{ name: 'Ada Byron', email: 'ada@example.com' }],
});
for (const { type, page, x, y } of tagged.fields) console.log(type, page, x, y);
