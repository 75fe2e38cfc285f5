import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { isUsable, type Line, openLine } from './line.ts';
import { PATIENCE, type Patience, formatSettings } from './transaction-settings.ts';

/** Sends a transaction's statements. */
type Statements = Pick<postgres.Sql, 'unsafe'>;
type Work = (statements: Statements) => Promise<unknown>;

/** A statement whose row decides whether the snapshot is read. */
type Look<Row> = {
  readonly text: string;
  readonly accepts: (row: Row) => boolean;
  readonly withinMs: number;
};

export type Transactions = {
  /** Runs `work` in a transaction, which commits when `work` resolves and rolls back when it rejects. */
  readonly write: (work: Work) => Promise<unknown>;
  /** Runs `work` in a read-only snapshot. The caller doesn't wait for the snapshot to end. */
  readonly read: (work: Work) => Promise<unknown>;
  /**
   * Like `read`, but only after `look` has returned a row that `accepts` approves; otherwise returns null.
   * The snapshot is taken later than the one that `look` sees, on the same server even behind a pooler. It is
   * given up after `withinMs`.
   */
  readonly readAfter: <Row>(look: Look<Row>, work: Work) => Promise<{ readonly result: unknown } | null>;
  /**
   * Runs one statement, sent by `work` at once. Where it takes a transaction, that takes no more round trips
   * than the statement.
   */
  readonly single: (work: Work) => Promise<unknown>;
  readonly state: () => PoolState;
  /** Closes the connections once running work has ended or timed out. */
  readonly close: () => Promise<void>;
};

/**
 * The numbers of connections that transactions are using, of idle connections, and of transactions that wait
 * for a connection.
 */
export type PoolState = { readonly busy: number; readonly idle: number; readonly waiting: number };

const CLOSE_TIMEOUT_MS = 5_000;
/**
 * A connection that nobody has needed for this long ends, because PostgreSQL keeps about 25 MB for each that has served
 * all of the program's statements.
 */
const IDLE_MS = 60_000;
/** How long the end of a snapshot waits for the beginning of the next transaction, to be sent along with it. */
const LINGER_MS = 2;
const LOOK_MS = 10;

const WRITE = 'begin';
const SNAPSHOT = 'begin isolation level repeatable read read only';

/**
 * Opens transactions on up to `connections` connections. Statements are pipelined from BEGIN on, so a
 * transaction whose queries are all known in advance takes one round trip; postgres.js itself would wait for
 * the response to BEGIN. Statements of a finished transaction or a lost connection are refused, since
 * postgres.js would run them outside of any transaction.
 */
export function openTransactions(
  options: postgres.Options<Record<string, never>>,
  connections: number,
  { patience = PATIENCE, idleMs = IDLE_MS }: { readonly patience?: Patience; readonly idleMs?: number } = {},
): Transactions {
  const settings = formatSettings(patience, 'set local');
  const withSettings = async ({ keepsSettings }: Line, begin: string) =>
    (await keepsSettings) ? begin : `${begin}; ${settings}`;
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
    if (next === undefined) {
      line.idleSince = performance.now();
      idle.push(line);
    } else if (isUsable(line)) next(line);
    else {
      retire(line);
      next(open());
    }
  };
  const open = (): Line => {
    const line = openLine(options, patience);
    lines.add(line);
    return line;
  };
  const retire = (line: Line) => {
    lines.delete(line);
    void line.sql.end({ timeout: 0 });
  };

  // The last one in the list was used last, so those that aren't needed gather at its beginning.
  const ending = setInterval(() => {
    for (let [line] = idle; line && performance.now() - line.idleSince >= idleMs; [line] = idle) {
      idle.shift();
      retire(line);
    }
  }, idleMs / 2).unref();

  const onLine = async <Result>(run: (line: Line) => Promise<Result>): Promise<Result> => {
    const line = await take();
    try {
      return await run(line);
    } finally {
      give(line);
    }
  };
  const runThrough = (begin: string, run: (transaction: Transaction) => Promise<unknown>) =>
    onLine(async (line) => await runInTransaction(beginOn(line, await withSettings(line, begin)), run));

  return {
    write: async (work) =>
      await runThrough(WRITE, async (transaction) => {
        const result = await transaction.run(work);
        await transaction.end('commit');
        return result;
      }),
    read: async (work) =>
      await runThrough(SNAPSHOT, async (transaction) => {
        const result = await transaction.run(work);
        transaction.endSoon();
        return result;
      }),
    readAfter: ({ text, accepts, withinMs }, work) =>
      onLine(async (line) => {
        const hanging = setTimeout(() => void line.sql.end({ timeout: 0 }), withinMs);
        const begin = `begin read only; ${text}; commit; ${await withSettings(line, SNAPSHOT)}`;
        try {
          return await runInTransaction(beginOn(line, begin), async (transaction) => {
            const [, [row]] = (await transaction.begun()) as [unknown, [Parameters<typeof accepts>[0]]];
            if (!accepts(row)) {
              await transaction.end('rollback');
              return null;
            }
            const result = await transaction.run(work);
            transaction.endSoon();
            return { result };
          });
        } finally {
          clearTimeout(hanging);
        }
      }),
    single: (work) =>
      onLine(async (line) => {
        const begin = (await line.keepsSettings) ? null : await withSettings(line, WRITE);
        return await beginOn(line, begin).whole(work);
      }),
    state: () => ({ busy: lines.size - idle.length, idle: idle.length, waiting: waiting.length }),
    close: async () => {
      clearInterval(ending);
      const deadline = Date.now() + CLOSE_TIMEOUT_MS;
      while (idle.length < lines.size && Date.now() < deadline) await delay(LOOK_MS);
      for (const line of lines) line.endSnapshot();
      await Promise.all([...lines].map(({ sql }) => sql.end({ timeout: 1 })));
    },
  };
}

type Transaction = {
  /** Returns the results of the statements that began the transaction. */
  readonly begun: () => Promise<unknown>;
  readonly run: (work: Work) => Promise<unknown>;
  readonly end: (text: 'commit' | 'rollback') => Promise<void>;
  /**
   * Ends a snapshot with the next transaction of its connection, or a moment later: a commit of its own would wake
   * the database once more. It changes nothing, whether it arrives or not.
   */
  readonly endSoon: () => void;
  /**
   * Runs work that sends its only statement immediately, and ends the transaction without waiting in between.
   */
  readonly whole: (work: Work) => Promise<unknown>;
};

async function runInTransaction<Result>(
  transaction: Transaction,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(transaction);
  } catch (error) {
    // If the connection is lost, so is the transaction.
    await transaction.end('rollback').catch(() => undefined);
    throw error;
  }
}

/** Begins a transaction and accepts statements until its end. Null begins none, for a single statement. */
function beginOn(line: Line, begin: string | null): Transaction {
  const unanswered = new Set<Query>();
  let isOver = false;
  let failure: { readonly error: unknown } | null = null;
  const post = (text: string, parameters: unknown[] = []) => {
    if (line.isLost) throw createConnectionLost();
    const query: Query = sendPrepared(line, text, parameters);
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
  const send = (text: string, parameters: unknown[] = []) => {
    if (isOver) throw new Error('a statement was sent after the end of its transaction');
    return post(text, parameters);
  };
  /** A statement in flight may never settle if the connection is lost. */
  const rejectWhenLost = <T>(settling: PromiseLike<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      line.onLost = () => {
        for (const query of unanswered) if (!isSent(query)) query.cancel();
        reject(createConnectionLost());
      };
      settling.then(resolve, reject);
    });

  line.endSnapshot();
  const begun: PromiseLike<unknown> = begin === null ? Promise.resolve() : send(begin);
  return {
    begun: () => rejectWhenLost(begun),
    run: async (work) => {
      const working = Promise.all([begun, work({ unsafe: send as Statements['unsafe'] })]);
      const [, result] = await rejectWhenLost(working);
      // Nothing can be committed after a failure, even if the caller ignored the error.
      if (failure !== null) throw failure.error;
      return result;
    },
    end: async (text) => {
      const query = send(text);
      isOver = true;
      await rejectWhenLost(query);
    },
    endSoon: () => {
      isOver = true;
      const endSnapshot = () => {
        clearTimeout(timer);
        line.endSnapshot = () => undefined;
        if (!line.isLost) post('commit').catch(() => undefined);
      };
      const timer = setTimeout(endSnapshot, LINGER_MS);
      line.endSnapshot = endSnapshot;
    },
    whole: async (work) => {
      const working = work({ unsafe: send as Statements['unsafe'] });
      if (begin === null) {
        isOver = true;
        return await rejectWhenLost(working);
      }
      // If a statement has failed, PostgreSQL rolls back instead.
      const query = send('commit');
      isOver = true;
      const [, result] = await rejectWhenLost(Promise.all([begun, working, query]));
      return result;
    },
  };
}

type Query = ReturnType<typeof sendPrepared>;

/**
 * Checks whether a statement was sent. An unsent one would run on a new connection, without its transaction.
 */
function isSent(query: Query): boolean {
  return (query as { readonly state?: unknown }).state !== null;
}

/**
 * Statements with more parameters than this, such as inserts of many rows, have too many variants to keep
 * prepared.
 */
const PREPARED_PARAMETERS_MAX = 200;

/**
 * Sends a statement that the connection keeps prepared, unless a pooler forgets it. Drizzle would parse, describe and plan it each time
 * and wait in between, which prevents pipelining.
 */
function sendPrepared({ sql, keepsStatements }: Line, text: string, parameters: unknown[]) {
  const prepare = keepsStatements && parameters.length <= PREPARED_PARAMETERS_MAX;
  // Several statements in one text require the simple protocol.
  const simple = parameters.length === 0 && text.includes(';');
  return sql.unsafe(text, parameters as never[], { prepare, simple } as postgres.UnsafeQueryOptions);
}

function createConnectionLost(): Error {
  return Object.assign(new Error('the connection of the transaction was lost'), {
    code: 'CONNECTION_CLOSED',
  });
}
