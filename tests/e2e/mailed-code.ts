import { expect } from '@playwright/test';
import postgres from 'postgres';
import { toConnectionOptions } from '#server/db/client/client.ts';
import type { TestDatabase } from '../support/cluster.ts';
import { patience } from '../support/patience.ts';

/** The emails whose codes were read. Files share a program, so an address may have old ones. */
const read = new Set<string>();

/**
 * Returns the latest code that was emailed to an address, waiting for one that wasn't read yet. The dashboard
 * shows it only to the recipient, so this reads it the way the recipient would read their mailbox.
 */
export async function mailedCode({ owner }: TestDatabase, email: string): Promise<string> {
  const sql = postgres({ ...toConnectionOptions(owner), max: 1, onnotice: () => undefined });
  const findNewest = async () => {
    const [mail] =
      await sql`select id, text from outbox_mails where recipient = ${email} and is_code order by id desc limit 1`;
    const id = String(mail?.['id'] ?? '');
    const code = /\b\d{6}\b/.exec(String(mail?.['text'] ?? ''))?.[0];
    return code === undefined || read.has(id) ? null : { id, code };
  };
  try {
    await expect.poll(findNewest, { timeout: patience(20_000) }).not.toBeNull();
    const newest = await findNewest();
    read.add(newest?.id ?? '');
    return newest?.code ?? '';
  } finally {
    await sql.end();
  }
}
