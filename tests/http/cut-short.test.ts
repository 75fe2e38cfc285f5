import { expect, it } from 'vitest';
import { openLog } from '#server/runtime/log.ts';
import { answerApi } from '#server/http/api.ts';
import { openIntake } from '#server/pdf/intake/intake.ts';
import { inBody } from '../support/added-documents.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { onePage } from '../support/pdf.ts';

const api = useApi();

it('logs one line without a stack for an upload that waits while the program stops', async () => {
  const { apiKey: key } = await api.tenant();
  const { envelope } = (await createDraft(api, key)).json;
  const intake = openIntake();
  await intake.close();
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const document = inBody(onePage({ text: 'Late' }));
  const request = new Request(`http://localhost:3000/api/v1/envelopes/${envelope.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ originalFilename: 'Late.pdf', document, detect: false }),
  });
  await answerApi({ ...api.services, intake, log }, request, null);
  const [line, ...more] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(line).toMatchObject({ msg: 'request cut short', level: 30, method: 'POST' });
  expect(line).not.toHaveProperty('err');
  expect(more).toEqual([]);
});
