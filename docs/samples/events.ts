// --- follow
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});

for await (const { items, cursor } of countersign.follow('0')) {
  for (const { action, envelopeId } of items) console.log(action, envelopeId, cursor);
  break;
}

for await (const { id, displayName } of countersign.envelopes.list({ status: ['draft'] }))
  console.log(id, displayName);
