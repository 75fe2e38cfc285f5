// --- register
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
const { ENVELOPE_ID = '', PARTICIPANT_ID = '' } = process.env;

await countersign.embedding.change({ origins: ['https://app.example.com'] });
// --- open
const { url } = await countersign.envelopes.createSession(ENVELOPE_ID, PARTICIPANT_ID, {
  returnUrl: 'https://app.example.com/contracts/4711',
  frameOrigin: 'https://app.example.com',
});
