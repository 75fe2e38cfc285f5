import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

/** What sends the statements of a transaction. */
export type Statements = Pick<postgres.Sql, 'unsafe'>;
type Work = (statements: Statements) => Promise<unknown>;

export type Transactions = {
  /** Runs `work` in a transaction, committed when it settles and rolled back when it rejects. */
  readonly write: (work: Work) => Promise<unknown>;
  /** The same for reading only, and all of it as of one moment. Nobody waits for the end of such a transaction. */
  readonly read: (work: Work) => Promise<unknown>;
  /** Ends the connections, once what runs has ended or had its time. */
  readonly close: () => Promise<void>;
};

/** A connection, which one transaction after the other uses. */
type Line = {
  readonly sql: postgres.Sql;
  readonly openedAt: number;
  isLost: boolean;
  /** Tells the transaction that uses it. */
  onLost: () => void;
};

const SNAPSHOT = 'begin isolation level repeatable read read only';
/** A connection keeps memory for what it was asked: after an hour another takes its place. */
const LIFETIME_MS = 60 * 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
const LOOK_MS = 10;

/**
 * Opens transactions on up to `connections` connections. Statements travel without waiting for each other's answers,
 * from BEGIN on, so that a transaction whose queries are all known takes one round trip; postgres.js by itself waits for
 * the answer to BEGIN. A statement of a transaction whose connection was lost, or that is over, is refused: postgres.js
 * would send it outside of any transaction.
 */
export function openTransactions(
  options: postgres.Options<Record<string, never>>,
  connections: number,
): Transactions {
  const lines = new Set<Line>();
  const idle: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];

  const take = async (): Promise<Line> => {
    for (let line = idle.pop(); line !== undefined; line = idle.pop()) {
      if (isUsable(line)) return line;
      retire(line);
    }
    if (lines.size < connections) return open();
    return await new Promise((resolve) => waiting.push(resolve));
  };
  const give = (line: Line) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else if (isUsable(line)) next(line);
    else {
      retire(line);
      next(open());
    }
  };
  const open = (): Line => {
    const line = openLine(options);
    lines.add(line);
    return line;
  };
  const retire = (line: Line) => {
    lines.delete(line);
    void line.sql.end({ timeout: 0 });
  };

  const through = async (begin: string, run: (transaction: Transaction) => Promise<unknown>) => {
    const line = await take();
    try {
      return await inTransaction(beginOn(line, begin), run);
    } finally {
      give(line);
    }
  };

  return {
    write: async (work) =>
      await through('begin', async (transaction) => {
        const result = await transaction.run(work);
        await transaction.end('commit');
        return result;
      }),
    read: async (work) =>
      await through(SNAPSHOT, async (transaction) => {
        const result = await transaction.run(work);
        // It changes nothing, whether it arrives or not; whatever follows on this connection is sent behind it.
        transaction.end('commit').catch(() => undefined);
        return result;
      }),
    close: async () => {
      const deadline = Date.now() + CLOSE_TIMEOUT_MS;
      while (idle.length < lines.size && Date.now() < deadline) await delay(LOOK_MS);
      await Promise.all([...lines].map(({ sql }) => sql.end({ timeout: 1 })));
    },
  };
}

function isUsable({ isLost, openedAt }: Line): boolean {
  return !isLost && performance.now() - openedAt < LIFETIME_MS;
}

function openLine(options: postgres.Options<Record<string, never>>): Line {
  const sql = postgres({
    ...options,
    max: 1,
    max_lifetime: null,
    onclose: () => {
      line.isLost = true;
      line.onLost();
    },
  });
  // Has this connection, too, read values as Drizzle expects them.
  drizzle(sql);
  const line: Line = { sql, openedAt: performance.now(), isLost: false, onLost: () => undefined };
  return line;
}

type Transaction = {
  readonly run: (work: Work) => Promise<unknown>;
  readonly end: (text: 'commit' | 'rollback') => Promise<void>;
};

async function inTransaction(transaction: Transaction, run: (transaction: Transaction) => Promise<unknown>) {
  try {
    return await run(transaction);
  } catch (error) {
    // Where the connection is gone, so is the transaction.
    await transaction.end('rollback').catch(() => undefined);
    throw error;
  }
}

/** Begins a transaction, and lets statements through until its end. */
function beginOn(line: Line, begin: string): Transaction {
  const unanswered = new Set<Query>();
  let isOver = false;
  let failure: { readonly error: unknown } | null = null;
  const send = (text: string, parameters: unknown[] = []) => {
    if (isOver) throw new Error('a statement was sent after the end of its transaction');
    if (line.isLost) throw connectionLost();
    const query: Query = preparedOn(line.sql, text, parameters);
    unanswered.add(query);
    query.then(
      () => unanswered.delete(query),
      (error: unknown) => {
        unanswered.delete(query);
        failure ??= { error };
      },
    );
    return query;
  };
  /** What settles, or the loss of the connection: a statement on its way then may never be answered. */
  const unlessLost = <T>(settling: PromiseLike<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      line.onLost = () => {
        for (const query of unanswered) if (!isSent(query)) query.cancel();
        reject(connectionLost());
      };
      settling.then(resolve, reject);
    });

  const begun = send(begin);
  return {
    run: async (work) => {
      const working = Promise.all([begun, work({ unsafe: send as Statements['unsafe'] })]);
      const [, result] = await unlessLost(working);
      // Even where nobody minded: after it, nothing can be committed.
      if (failure !== null) throw failure.error;
      return result;
    },
    end: async (text) => {
      const query = send(text);
      isOver = true;
      await unlessLost(query);
    },
  };
}

type Query = ReturnType<typeof preparedOn>;

/** Whether a statement has left. One that has not would, on a connection that is made anew, run without its transaction. */
function isSent(query: Query): boolean {
  return (query as { readonly state?: unknown }).state !== null;
}

/** Statements with more parameters come in too many shapes to keep: an insert of many rows for one. */
const PREPARED_PARAMETERS_MAX = 200;

/**
 * Sends a statement that the connection keeps once it has parsed it. Drizzle would have each one parsed, described and
 * planned anew, waiting for the description in between, so that no statement could travel ahead of the last one's answer.
 */
export function preparedOn(sql: Statements, text: string, parameters: unknown[]) {
  const prepare = parameters.length <= PREPARED_PARAMETERS_MAX;
  // Several statements in one text can only be sent as they are.
  const simple = parameters.length === 0 && text.includes(';');
  return sql.unsafe(text, parameters as never[], { prepare, simple } as postgres.UnsafeQueryOptions);
}

function connectionLost(): Error {
  return Object.assign(new Error('the connection of the transaction was lost'), {
    code: 'CONNECTION_CLOSED',
  });
}
