// --- key
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Countersign } from '@countersign/client';

const countersign = new Countersign({
  baseUrl: 'https://sign.example.com',
  key: process.env.COUNTERSIGN_KEY,
});
console.log((await countersign.me()).testMode);
// --- send
const draft = await countersign.upload(await readFile('nda.pdf'), {
  originalFilename: 'nda.pdf',
  participants: [{ name: 'Ada Byron', email: 'ada@example.com' }],
  fields: [{ type: 'signature', participantIndex: 0, page: 1, x: 0.54, y: 0.55, width: 0.34, height: 0.04 }],
  policy: { reminderPolicy: { firstAfterDays: 3, everyDays: 2, maxReminders: 2 } },
});
const { id, version } = draft.envelope;
await countersign.envelopes.send(id, { expectedVersion: version });
// --- read
async function newestAbout(envelopeId: string) {
  for (;;) {
    for await (const message of countersign.testMessages.list({ envelopeId })) {
      return await countersign.testMessages.get(message.id);
    }
    await delay(1000);
  }
}
const { text } = await newestAbout(id);
console.log(/https?:\S+#token=\S+/.exec(text)?.[0]);
// --- advance
const { items } = await countersign.testClock.advance({ days: 3, envelopeId: id });
for (const { status, actions } of items) console.log(status, actions);
