import { expect } from '@playwright/test';
import postgres from 'postgres';
import { toConnectionOptions } from '#server/db/client/client.ts';
import type { TestDatabase } from '../support/cluster.ts';
import { patience } from '../support/patience.ts';

/**
 * Returns the latest code that was emailed to an address. The dashboard shows it only to the recipient, so
 * this reads it the way the recipient would read their mailbox.
 */
export async function mailedCode({ owner }: TestDatabase, email: string): Promise<string> {
  const sql = postgres({ ...toConnectionOptions(owner), max: 1, onnotice: () => undefined });
  const newest = async () => {
    const [mail] =
      await sql`select text from outbox_mails where recipient = ${email} and is_code order by id desc limit 1`;
    return /\b\d{6}\b/.exec(String(mail?.['text'] ?? ''))?.[0] ?? null;
  };
  try {
    await expect.poll(newest, { timeout: patience(20_000) }).not.toBeNull();
    return (await newest()) ?? '';
  } finally {
    await sql.end();
  }
}
