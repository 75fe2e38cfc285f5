import { describe, expect, it } from 'vitest';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import { useApi } from '../../support/api.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();
const ask = (cookie?: string, input: unknown = {}) =>
  callDashboard(api, 'query', 'organization.composing', {
    ...(cookie === undefined ? {} : { cookie }),
    input,
  });

describe('the organization as seen by people who prepare envelopes', () => {
  it('200: its defaults and branding, for any member', async () => {
    const { organizationId } = await api.tenant();
    const answer = await ask(await sessionOf(api, organizationId, 'member'));
    expect(answer.status).toBe(200);
    expect(answer.json.result.data).toMatchObject({
      defaults: { ...FIRST_DEFAULTS, expiryDays: null, reminderPolicy: null },
      branding: { logoUrl: null, accentColor: null },
    });
  });

  it('401 without a session, 422 for unknown input', async () => {
    expect(refusalIn(await ask())).toMatchObject({ code: 'unauthorized' });
    const { organizationId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    expect(refusalIn(await ask(cookie, { surprise: 1 }))).toMatchObject({ code: 'validation_failed' });
  });
});
