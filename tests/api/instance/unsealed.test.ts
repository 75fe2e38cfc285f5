import { describe, expect, it } from 'vitest';
import { createHandlers } from '#server/jobs/worker.ts';
import { readUnsealed, sealNow } from '#server/db/instance/unsealed.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

describe('completed envelopes that are not sealed', () => {
  it('are found with what the queue says, and sealed once their job is due again', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const sent = await sendDraft(api, apiKey, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    expect(await readUnsealed(api.services.db)).toEqual([]);
    await signAs(api, sent, ALICE);
    const envelopeId = sent.envelope.id;
    const [waiting] = await readUnsealed(api.services.db);
    expect(waiting).toMatchObject({
      ...{ organizationId, envelopeId, attempts: 0, reason: null },
      job: { id: expect.any(String), state: 'waiting' },
    });
    const id = waiting?.job?.id ?? '';
    await owner.sql`
      update pgboss.job set state = 'failed', completed_on = now(), retry_count = 3, retry_limit = 3,
        output = '{"message": "no key"}' where id = ${id}`;
    expect(await readUnsealed(api.services.db)).toMatchObject([
      { job: { id, state: 'failed' }, attempts: 3, reason: 'no key' },
    ]);
    await sealNow(api.services.db, id);
    const [job] =
      await owner.sql`select state, retry_limit, start_after <= now() as due from pgboss.job where id = ${id}`;
    expect(job).toEqual({ state: 'retry', retry_limit: 4, due: true });
    await owner.sql`delete from pgboss.job where id = ${id}`;
    expect(await readUnsealed(api.services.db)).toMatchObject([{ envelopeId, job: null }]);
    await createHandlers(api.services)['svc/envelope.completed'](
      { organizationId, envelopeId },
      { lastAttempt: false },
    );
    expect(await readUnsealed(api.services.db)).toEqual([]);
  });
});
