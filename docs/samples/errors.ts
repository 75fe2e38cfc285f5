// --- handle
import { Countersign, CountersignError } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
const { ENVELOPE_ID = '' } = process.env;

try {
  await countersign.envelopes.send(ENVELOPE_ID, { expectedVersion: 1000 });
} catch (error) {
  if (!(error instanceof CountersignError) || error.code !== 'version_conflict') throw error;
  console.log(error.details.currentVersion, error.requestId);
}
