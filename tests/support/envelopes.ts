import { PDF } from '@libpdf/core';
import type { paths } from '../../src/client/schema.ts';
import { answerOf, type JsonAnswer } from './answers.ts';
import type { Mail, TestApi } from './api.ts';

/** A plain PDF of A4 pages. */
export async function plainPdf(pages = 1): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (let i = 0; i < pages; i++) {
    const page = pdf.addPage({ size: 'a4' });
    page.drawText(`Page ${i + 1} of the agreement`, { x: 72, y: 740, size: 14 });
  }
  return await pdf.save();
}

export const ALICE = {
  name: 'Alice Ångström',
  email: 'alice@example.com',
  company: 'Ångström AB',
  title: 'Director',
};
export const BOB = { name: 'Боб 鮑勃', email: 'bob@example.com' };

export const SIGNATURE = {
  type: 'signature' as const,
  page: 1,
  x: 0.1,
  y: 0.7,
  width: 0.3,
  height: 0.06,
};

/** Creates a draft for two signers with a signature each, and a text field for the first. */
export async function createDraft(
  api: TestApi,
  key: string,
  extra: Record<string, unknown> = {},
): Promise<JsonAnswer> {
  const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
  const body: object = {
    originalFilename: 'Agreement.pdf',
    document: { contentBase64, contentType: 'application/pdf' },
    participants: [ALICE, BOB],
    fields: [
      { ...SIGNATURE, participantIndex: 0 },
      {
        type: 'text',
        page: 1,
        x: 0.1,
        y: 0.5,
        width: 0.3,
        height: 0.03,
        participantIndex: 0,
        label: 'Place',
        required: false,
      },
      { ...SIGNATURE, x: 0.6, participantIndex: 1 },
      {
        type: 'date',
        page: 1,
        x: 0.6,
        y: 0.8,
        width: 0.2,
        height: 0.03,
        participantIndex: 1,
        autoSource: 'signed_date',
      },
    ],
    ...extra,
  };
  return await answerOf(api.client(key).POST('/api/v1/envelopes', { body: body as CreateBody }));
}

/** Tests send more than the types allow to check that it's refused. */
type CreateBody = paths['/api/v1/envelopes']['post']['requestBody']['content']['application/json'];

/** Creates and sends it. Returns the graph after sending. */
export async function sendDraft(
  api: TestApi,
  key: string,
  extra: Record<string, unknown> = {},
): Promise<any> {
  const created = await createDraft(api, key, extra);
  const { id, version } = created.json.envelope;
  const { data, error } = await api.client(key).POST('/api/v1/envelopes/{id}/send', {
    params: { path: { id } },
    body: { expectedVersion: version },
  });
  if (data === undefined) throw new Error(`send answered ${JSON.stringify(error)}`);
  return data;
}

/** Returns the token in the newest email to an address. */
export async function tokenFor(api: TestApi, organizationId: string, email: string): Promise<string> {
  return await api.until(`a link for ${email}`, async () => {
    const mails = await api.mails(organizationId, 0);
    const text = mails.filter(({ recipient }) => recipient === email).at(-1)?.text;
    return /#token=([A-Za-z0-9_.-]+)/.exec(text ?? '')?.[1] ?? null;
  });
}

/** An envelope as the list shows it. */
export async function listed(api: TestApi, key: string, envelopeId: string): Promise<any> {
  const { data } = await api.client(key).GET('/api/v1/envelopes', { params: { query: { limit: 100 } } });
  return data?.items.find(({ id }) => id === envelopeId);
}

/** Waits for an email to an address whose subject starts like this. Returns it with its link's token. */
export async function mailTo(
  api: TestApi,
  organizationId: string,
  email: string,
  subject: string,
): Promise<Mail & { token: string }> {
  return await api.until(`the mail “${subject}” to ${email}`, async () => {
    const mails = await api.mails(organizationId, 0);
    const mail = mails.find((one) => one.recipient === email && one.subject.startsWith(subject));
    return mail && { ...mail, token: /#token=([A-Za-z0-9_.-]+)/.exec(mail.text)?.[1] ?? '' };
  });
}
