import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireThread } from '#wire/thread.ts';
import { clipText, formatCount, formatMinute, joinParts } from './words.ts';

/** The most threads whose messages are shown, the latest ones, and the most characters of a text. */
const THREADS = 10;
const MESSAGES = 6;
const CHARACTERS = 600;

/** Describes threads in lines: what was asked about which passage, and who wrote what. */
export function formatThreadLines(
  graph: Pick<WireGraph, 'participants'>,
  threads: readonly WireThread[],
): string[] {
  if (threads.length === 0) return ['No questions.'];
  const open = threads.filter(({ state }) => state === 'open');
  // Open threads come last, so that they are left out last.
  const shown = [...threads.filter(({ state }) => state !== 'open'), ...open].slice(-THREADS);
  return [
    joinParts(formatCount(threads.length, 'thread'), `${open.length} open`),
    ...(shown.length < threads.length ? [`${threads.length - shown.length} earlier ones left out`] : []),
    ...shown.flatMap((thread) => formatThread(graph, thread)),
  ];
}

function formatThread({ participants }: Pick<WireGraph, 'participants'>, thread: WireThread): string[] {
  const { id, kind, state, startedBy, quote, proposal, visibleTo, messages } = thread;
  const asker = participants.find((one) => one.id === startedBy)?.name ?? 'a participant';
  const left = messages.length - MESSAGES;
  return [
    joinParts(
      id,
      `${kind === 'change' ? 'request for change' : 'question'} of ${asker}`,
      state,
      visibleTo === 'everyone' && 'everyone sees it',
    ),
    ...(quote === null ? [] : [`  page ${quote.page}: “${clipText(quote.text, CHARACTERS)}”`]),
    ...(proposal === null ? [] : [`  proposed instead: “${clipText(proposal, CHARACTERS)}”`]),
    ...(left > 0 ? [`  ${formatCount(left, 'earlier message')} left out`] : []),
    ...messages
      .slice(-MESSAGES)
      .map(({ author, text, at }) => `  ${formatMinute(at)} ${author.name}: ${clipText(text, CHARACTERS)}`),
  ];
}
