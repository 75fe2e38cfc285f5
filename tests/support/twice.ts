import type { Database, Transaction } from '#server/db/client/client.ts';

/** Thrown at the end of a run whose changes are taken back. */
class TakenBack extends Error {}

/**
 * Makes a database run every transaction twice: once to its end, where it's rolled back as if it had been given up for another one,
 * and then again. What happens nevertheless only once shows that the transaction may be run again.
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
