import { LIMITS } from '#domain/limits.ts';
import type { Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  answerQuestion,
  deleteQuestion,
  insertQuestion,
  readAnswer,
  withdrawQuestions,
  type AskedClient,
  type NewQuestion,
} from '#server/db/oauth/agent-questions.ts';
import type { ClientAnswer } from '#server/db/schema/agent-questions.ts';
import type { QuestionWaits } from './question-waits.ts';

/** Notifications can be lost, so answers are also looked up this often. */
const LOOK_MS = 5000;

type Waiting = {
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  readonly clock: () => Date;
  /** Sends the question to the client. */
  readonly ask: () => Promise<void>;
  /** Called while there is no answer. */
  readonly stillWaiting: () => Promise<void>;
  /** Tells the client that an answer is no longer wanted. */
  readonly giveUp: () => Promise<void>;
};

/** Questions to agents' clients. Any process may receive the answers. */
export type AgentQuestions = {
  /**
   * Asks the question and waits for the answer. Returns null if no answer arrives in time, the client leaves
   * or cancels its call, or this process is about to stop. Returns `too_many` if the grant has too many open
   * questions.
   */
  readonly ask: (question: NewQuestion, waiting: Waiting) => Promise<ClientAnswer | null | 'too_many'>;
  /**
   * Takes an answer and returns whether it counts. An answer counts once, if it is in time and from the
   * client that was asked.
   */
  readonly answer: (client: AskedClient, given: Parameters<typeof answerQuestion>[2]) => Promise<boolean>;
  /** Closes the questions that belong to a call of the client. */
  readonly withdraw: (client: AskedClient, request: string) => Promise<void>;
};

/**
 * Sets up asking questions. They are stored in the database, and `waits` says when to look there for an
 * answer.
 */
export function openAgentQuestions(db: Database, waits: Pick<QuestionWaits, 'wait'>): AgentQuestions {
  const ask: AgentQuestions['ask'] = async (question, { signal, clock, ...tell }) => {
    const { id, organizationId, expiresAt } = question;
    const isOpen = await transaction(db, { organizationId }, (tx) =>
      insertQuestion(tx, question, LIMITS.agentQuestionsOpenMax),
    );
    if (!isOpen) return 'too_many';
    try {
      await tell.ask();
      for (let goesOn = true; ;) {
        const news = waits.wait(id, LOOK_MS, signal);
        const answer = await transaction(db, { organizationId }, (tx) => readAnswer(tx, organizationId, id));
        if (signal.aborted || answer === undefined) return null;
        if (answer !== null) return answer;
        if (!goesOn || clock() >= expiresAt) break;
        await tell.stillWaiting();
        goesOn = await news;
      }
      await tell.giveUp();
      return null;
    } finally {
      await transaction(db, { organizationId }, (tx) => deleteQuestion(tx, organizationId, id));
    }
  };
  return {
    ask,
    answer: async (client, given) =>
      await transaction(db, { organizationId: client.organizationId }, (tx) =>
        answerQuestion(tx, client, given),
      ),
    withdraw: async (client, request) =>
      await transaction(db, { organizationId: client.organizationId }, (tx) =>
        withdrawQuestions(tx, client, request),
      ),
  };
}
