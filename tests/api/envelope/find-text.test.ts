import { expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });

async function draft() {
  const { apiKey, organizationId } = await api.tenant();
  const { envelope } = (await createDraft(api, apiKey)).json;
  return { id: envelope.id as string, cookie: await sessionOf(api, organizationId) };
}
const find = (cookie: string, input: object) =>
  callDashboard(api, 'query', 'envelope.findText', { cookie, input });

it('says where a text is and where its field goes, and that exactly this case wins', async () => {
  const { id, cookie } = await draft();
  const found = async (input: object) => (await find(cookie, { id, ...input })).json.result.data;
  const exact = await found({ text: 'Page 1', type: 'date', place: 'right' });
  expect(exact).toMatchObject({ ignoreCase: false, isTooOften: false, similar: [] });
  expect(exact.texts).toHaveLength(1);
  expect(exact.places[0].x).toBeGreaterThan(exact.texts[0].x + exact.texts[0].width);
  const other = await found({ text: 'page 1', type: 'date', place: 'right' });
  expect(other).toMatchObject({ ignoreCase: true, texts: exact.texts, places: exact.places });
  const through = await found({ text: 'Page 1', type: 'strikethrough' });
  expect(through.places).toEqual(exact.texts);
  const missing = await found({ text: 'Pages 1', type: 'date' });
  expect([missing.texts, missing.similar.length > 0]).toEqual([[], true]);
});

it('is not found in other organizations', async () => {
  const [own, other] = [await draft(), await draft()];
  const answer = await find(other.cookie, { id: own.id, text: 'Page', type: 'date' });
  expect(refusalIn(answer)?.code).toBe('not_found');
});
