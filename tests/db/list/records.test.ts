import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { parseTimestamp } from '#server/db/list/records.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();

it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Atlantic/Reykjavik'])(
  'reads moments of a server in %s',
  async (zone) => {
    const moments = [
      '2026-11-21T16:05:09.000Z',
      '2026-07-01T00:00:00.120Z',
      '2026-12-31T23:59:59.999Z',
      '1969-12-31T23:59:59.001Z',
      '9999-12-31T00:00:00.100Z',
    ];
    const { organizationId } = await api.tenant();
    const rows = await transaction(api.services.db, { organizationId }, async (tx) => {
      await tx.execute(sql`select set_config('TimeZone', ${zone}, true)`);
      return await tx.execute<{ moment: string }>(
        sql`select value::timestamptz(3) as moment from json_array_elements_text(${JSON.stringify(moments)}::json)`,
      );
    });
    expect(rows.map(({ moment }) => parseTimestamp(moment))).toEqual(moments);
  },
);
