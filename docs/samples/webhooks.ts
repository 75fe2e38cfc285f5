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
