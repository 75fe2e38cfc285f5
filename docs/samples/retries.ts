// --- repeat
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
  maxRetries: 5,
});

const create = () =>
  countersign.envelopes.create({ originalFilename: 'nda.pdf' }, { idempotencyKey: 'order-4711' });
const [first, second] = [await create(), await create()];
console.log(first.envelope.id === second.envelope.id);
