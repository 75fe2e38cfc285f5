import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { useApi } from '../support/api.ts';
import { ALICE, mailTo, sendDraft } from '../support/envelopes.ts';
import { pass } from '../support/moments.ts';
import { openTestMode } from '../support/test-mode.ts';

const api = useApi({ work: true, alone: true });

describe('messages of a test inbox', () => {
  it('are forgotten after 30 days, unlike live emails of an instance without a mail server', async () => {
    const live = await api.tenant();
    const test = await openTestMode(api, live.organizationId);
    await sendDraft(api, live.apiKey);
    await sendDraft(api, test.apiKey);
    for (const { organizationId } of [live, test]) await mailTo(api, organizationId, ALICE.email, '');
    const kept = async () =>
      await Promise.all(
        [live, test].map(async ({ organizationId }) => (await api.mails(organizationId, 0)).length),
      );
    pass(api, LIMITS.testMessagesKeptMs - 60_000);
    await sweep(api.services);
    expect(await kept()).toEqual([1, 1]);
    pass(api, 120_000);
    await sweep(api.services);
    expect(await kept()).toEqual([1, 0]);
  });
});
