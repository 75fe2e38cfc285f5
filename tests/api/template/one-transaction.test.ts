import { expect, it } from 'vitest';
import { refuse } from '#domain/decision.ts';
import { instantiate } from '#domain/template/instantiate.ts';
import { commitNew } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { useApi } from '../../support/api.ts';
import { countRows, jobsOf } from '../../support/traces.ts';
import { CLIENT, makeTemplate } from './example.ts';

const api = useApi();

it('keeps nothing of an envelope whose sending is refused', async () => {
  const { apiKey, organizationId, userId } = await api.tenant();
  const { template } = await makeTemplate(api, apiKey);
  const graph = await loadTemplate(api.services, organizationId, template.id);
  const facts = collectFacts({ type: 'sender', id: userId }, api.services);
  const id = api.services.newId('envelope');
  const made = instantiate(
    graph,
    {
      ...{ id, recipients: { client: CLIENT }, prefill: {}, displayName: undefined, senderOrder: undefined },
      sender: { userId, name: 'Olga', email: 'olga@acme.example' },
    },
    facts,
  );
  if (made.kind === 'refuse') throw new Error('refused');
  const before = await countRows(api, organizationId);
  const versions: number[] = [];
  const written = commitNew(api.services, made.empty, facts, [
    made.create,
    ({ envelope }) => {
      versions.push(envelope.version);
      return refuse('invalid_state', { status: envelope.status });
    },
  ]);
  await expect(written).rejects.toMatchObject({ code: 'invalid_state' });
  expect(versions).toEqual([1]);
  expect(await countRows(api, organizationId)).toEqual(before);
  expect(await jobsOf(api, id)).toEqual([]);
});
