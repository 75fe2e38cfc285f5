import { dashboard } from '#ui/envelopes/dashboard-client.ts';

export const SAMPLE = '/sample-nda.pdf';
/** The position where scripts/sample-document.ts draws the lines. */
const LEFT = 72 / 612;
const FIELDS = [
  { type: 'signature', bottom: 360, width: 200, height: 46 },
  { type: 'name', bottom: 290, width: 240, height: 18 },
  { type: 'date', bottom: 240, width: 120, height: 18 },
] as const;

/** Where the fields are on the page, as fractions of it. */
export const SAMPLE_FIELDS = FIELDS.map(({ type, bottom, width, height }) => ({
  type,
  x: LEFT,
  y: 1 - (bottom + height) / 792,
  width: width / 612,
  height: height / 792,
}));

/** Sends the sample document to the person themselves. Returns the envelope's identifier. */
export async function sendSample(
  person: { readonly name: string; readonly email: string },
  displayName: string,
): Promise<string> {
  const answer = await fetch(SAMPLE);
  if (!answer.ok) throw new Error(`the sample answered ${answer.status}`);
  const { envelope } = await dashboard.envelope.create.mutate({
    originalFilename: 'sample-nda.pdf',
    displayName,
    document: {
      contentBase64: encodeBase64(new Uint8Array(await answer.arrayBuffer())),
      contentType: 'application/pdf',
    },
    detect: false,
    participants: [{ name: person.name, email: person.email }],
    fields: SAMPLE_FIELDS.map((field) => ({
      ...field,
      page: 1,
      participantIndex: 0,
      ...(field.type === 'date' ? { autoSource: 'signed_date' as const } : {}),
    })),
  });
  const { id, version } = envelope;
  await dashboard.envelope.send.mutate({ id, expectedVersion: version });
  return id;
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
