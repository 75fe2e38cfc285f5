import type { Database, Transaction } from '#server/db/client/client.ts';

/** Thrown at the end of a run whose changes are rolled back. */
class TakenBack extends Error {}

/**
 * Makes a database run every transaction twice: first to its end, where it's rolled back as if it had been
 * aborted for another one, and then again. Whatever still happens only once proves that the transaction can
 * be repeated.
 */
export function runEachTwice(db: Database): void {
  const { drizzle } = db;
  const begin = drizzle.transaction.bind(drizzle);
  const twice = async (run: (tx: Transaction) => Promise<unknown>): Promise<unknown> => {
    try {
      await begin(async (tx) => {
        await run(tx);
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    return await begin(run);
  };
  Object.assign(db, { drizzle: Object.create(drizzle, { transaction: { value: twice } }) as typeof drizzle });
}
