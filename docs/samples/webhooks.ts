// --- create
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
const { WEBHOOK_URL = '' } = process.env;

const webhook = await countersign.webhooks.create({
  url: WEBHOOK_URL,
  events: ['envelope.sealed', 'envelope.declined'],
});
console.log(webhook.secret);
// --- test
await countersign.webhooks.test(webhook.id);
await countersign.webhooks.sample(webhook.id, { type: 'envelope.sealed' });
// --- replay
const { queued } = await countersign.webhooks.replay(webhook.id, { from: '2027-03-01T08:00:00Z' });
console.log(queued);
