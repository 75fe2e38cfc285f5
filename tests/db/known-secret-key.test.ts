import { describe, expect, it } from 'vitest';
import { openServices } from '#server/main/open-services.ts';
import { requireKnownSecretKey } from '#server/db/housekeeping/known-secret-key.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

const FORMER = { id: '00000001', key: 'the former key, which is long enough to be one' };
const OTHER = { id: '00000002', key: 'another key, which is long enough to be one' };

type Key = typeof FORMER;

/** Runs what a process with these keys does first when it starts on the same database. */
const start = (current: Key, previous: readonly Key[] = []) =>
  requireKnownSecretKey(api.services.db, { current, previous });

describe('the secret key', () => {
  it('is remembered by its identifier, and never by anything that tells the key', async () => {
    const { id, key } = api.services.config.secretKeys.current;
    const rows = await owner.sql`select * from secret_keys`;
    expect(rows).toMatchObject([{ id }]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('is missed when it is lost, with the way out', async () => {
    const { id } = api.services.config.secretKeys.current;
    const config = { ...api.services.config, secretKeys: { current: OTHER, previous: [] } };
    await expect(openServices(config)).rejects.toThrow(
      new RegExp(
        `last used with \\(key ${id}, now ${OTHER.id}\\).*Restore DATA_DIR/secret-key.*SECRET_KEY_PREVIOUS`,
      ),
    );
    await start(api.services.config.secretKeys.current);
  });

  it('can be rotated, after which the former one alone is refused', async () => {
    const before = api.services.config.secretKeys.current;
    await start(FORMER, [before]);
    await expect(start(before)).rejects.toThrow(`last used with (key ${FORMER.id}`);
    await start(before, [FORMER]);
    await start(before);
  });
});
