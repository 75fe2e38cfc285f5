import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { signShown, wasShown } from '../confirmation.ts';
import { waitUntilRead } from '../documents/until-read.ts';
import { buildEnvelopeAnswer, buildReviewUrl } from '../facts.ts';
import { isDraft } from '../lines/envelope.ts';
import { toToolResult } from '../results.ts';
import { callFor, envelopeId, readGraph, READS, REACHES, createTool, version } from '../tool.ts';
import { formatSendQuestion, sendNow } from '../tools/send.ts';
import { REVIEW_META } from './names.ts';
import { FOR_REVIEW, mayShowScreens } from './screen.ts';
import { canBeSent, buildReview, type Picture } from './shown.ts';

/** Gives the review screen a page and the information about its envelope. */
export const pagePicture = createTool({
  name: 'page_picture',
  title: 'Page of the review screen',
  description: 'Only for the review screen. To see a page yourself, call preview.',
  annotations: READS,
  meta: FOR_REVIEW,
  input: {
    envelope: envelopeId,
    page: z.int().min(1).max(LIMITS.documentMaxPages).optional(),
    language: z.string().max(100).optional(),
  },
  needs: ['envelope.get', 'envelope.pagePicture'],
  run: async (call) => {
    const { context, input, request } = call;
    const graph = await waitUntilRead(call, await readGraph(call, input.envelope));
    const page = input.page ?? findFirstFieldPage(graph);
    const picture =
      graph.envelope.documentHash === null
        ? null
        : await callFor<Picture>(call, 'envelope.pagePicture', { id: input.envelope, page });
    const token = canBeSent(context, graph)
      ? await signShown(context, request, { tool: CONFIRMS, graph, words: formatSendQuestion(graph, null) })
      : null;
    const language = pickLanguage(input.language);
    const answer = toToolResult({ lines: [`Page ${page} is on the review screen.`] });
    const shown = buildReview(context, graph, { picture, token, language });
    return { ...answer, _meta: { ...answer._meta, [REVIEW_META]: shown } };
  },
});

const CONFIRMS = 'confirm_send';

/** Sends what the review screen shows when its button is pressed. */
export const confirmSend = createTool({
  name: CONFIRMS,
  title: 'Button of the review screen',
  description: 'Only for the review screen, when the user presses its button. To send, call send.',
  annotations: REACHES,
  meta: FOR_REVIEW,
  input: { envelope: envelopeId, version, token: z.string().min(1).max(2_000) },
  needs: ['envelope.get', 'envelope.send'],
  mails: true,
  run: async (call) => {
    const { context, input, request } = call;
    const graph = await readGraph(call, input.envelope);
    if (context.principal.asksFirst) {
      const first = [
        `Nothing was done: the user sends it in the dashboard: ${buildReviewUrl(context, graph)}`,
      ];
      return toToolResult(buildEnvelopeAnswer(context, graph, { first, outcome: 'review_required' }));
    }
    const { status, version: current } = graph.envelope;
    if (!isDraft(graph)) throw createRefusal('invalid_state', { status, reason: 'already_sent' });
    if (current !== input.version) throw createRefusal('version_conflict', { currentVersion: current });
    const question = { tool: CONFIRMS, graph, words: formatSendQuestion(graph, null) };
    const shown = mayShowScreens(context, request)
      ? await wasShown(context, request, question, input.token)
      : 'never';
    if (shown !== 'shown')
      throw createRefusal('invalid_state', {
        ...{ status, reason: shown === 'expired' ? 'review_expired' : 'not_reviewed' },
      });
    const sent = await sendNow(call, input.envelope, input.version, null);
    const first = ['Sent by the user, on the review screen. Those who act first have been emailed.'];
    return toToolResult(buildEnvelopeAnswer(context, sent, { first, outcome: 'sent' }));
  },
});

function findFirstFieldPage({ fields }: WireGraph): number {
  const pages = fields.filter(({ placed }) => placed).map(({ page }) => page);
  return pages.length === 0 ? 1 : Math.min(...pages);
}

/** Returns the language for a tag such as pt-BR, or English if the language isn't supported. */
function pickLanguage(tag: string | undefined): Language {
  const [language = ''] = (tag ?? '').toLowerCase().split('-');
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}
