import { and, count, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { notifyAfterCommit } from '#server/db/client/after-commit.ts';
import { agentQuestions, type ClientAnswer } from '#server/db/schema/agent-questions.ts';

/** The channel on which waiting processes learn which questions were answered or withdrawn. */
export const QUESTIONS_CHANNEL = 'countersign_questions';

/** A connected client of an agent. Only the client that was asked can answer or withdraw a question. */
export type AskedClient = {
  readonly organizationId: string;
  readonly grantId: string;
  readonly session: string;
};
export type NewQuestion = AskedClient & {
  readonly id: string;
  readonly request: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Inserts a question. Returns false if the grant already has the maximum number of open questions. */
export async function insertQuestion(
  tx: Transaction,
  question: NewQuestion,
  openMax: number,
): Promise<boolean> {
  const { organizationId, grantId, createdAt } = question;
  const [open] = await tx
    .select({ questions: count() })
    .from(agentQuestions)
    .where(
      and(
        eq(agentQuestions.organizationId, organizationId),
        eq(agentQuestions.grantId, grantId),
        gt(agentQuestions.expiresAt, createdAt),
      ),
    );
  if ((open?.questions ?? 0) >= openMax) return false;
  await tx.insert(agentQuestions).values(question);
  return true;
}

/**
 * Stores the answer and wakes the process that waits for it. Returns false if the question isn't this
 * client's, isn't open or was already answered.
 */
export async function answerQuestion(
  tx: Transaction,
  client: AskedClient,
  { id, answer, now }: { readonly id: string; readonly answer: ClientAnswer; readonly now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(agentQuestions)
    .set({ answer })
    .where(
      and(
        matchClient(client),
        eq(agentQuestions.id, id),
        isNull(agentQuestions.answer),
        gt(agentQuestions.expiresAt, now),
      ),
    )
    .returning({ id: agentQuestions.id });
  if (rows.length > 0) notifyAfterCommit(tx, { channel: QUESTIONS_CHANNEL, payload: id });
  return rows.length > 0;
}

/** Removes the questions of a call that the client has canceled, and wakes the process that waits. */
export async function withdrawQuestions(
  tx: Transaction,
  client: AskedClient,
  request: string,
): Promise<void> {
  const rows = await tx
    .delete(agentQuestions)
    .where(and(matchClient(client), eq(agentQuestions.request, request)))
    .returning({ id: agentQuestions.id });
  for (const { id } of rows) notifyAfterCommit(tx, { channel: QUESTIONS_CHANNEL, payload: id });
}

/** Returns a question's answer. Null if there is none yet, undefined if the question is gone. */
export async function readAnswer(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<ClientAnswer | null | undefined> {
  const [row] = await tx
    .select({ answer: agentQuestions.answer })
    .from(agentQuestions)
    .where(and(eq(agentQuestions.organizationId, organizationId), eq(agentQuestions.id, id)));
  return row?.answer;
}

/** Closes a question. Answers no longer count from now on. */
export async function deleteQuestion(tx: Transaction, organizationId: string, id: string): Promise<void> {
  await tx
    .delete(agentQuestions)
    .where(and(eq(agentQuestions.organizationId, organizationId), eq(agentQuestions.id, id)));
}

/** Deletes questions that nobody waits for any more. Requires the scope `dueRows`. */
export async function forgetQuestions(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(agentQuestions).where(lt(agentQuestions.expiresAt, before));
}

function matchClient({ organizationId, grantId, session }: AskedClient) {
  return and(
    eq(agentQuestions.organizationId, organizationId),
    eq(agentQuestions.grantId, grantId),
    eq(agentQuestions.session, session),
  );
}
