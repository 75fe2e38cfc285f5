// --- save
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
const { ENVELOPE_ID = '', PARTICIPANT_ID = '' } = process.env;

const { template } = await countersign.templates.create({
  sourceEnvelopeId: ENVELOPE_ID,
  name: 'Mutual NDA',
  namePattern: '{template_name} – {recipient_name}',
  roles: [{ name: 'Partner', participantId: PARTICIPANT_ID }],
});
// --- use
const { envelope } = await countersign.templates.createEnvelope(template.id, {
  recipients: { partner: { name: 'Ben Okafor', email: 'ben@example.com' } },
  autoSend: false,
});
