import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { emailAddress, createLineSchema, createRequiredLineSchema } from '#wire/text.ts';
import { buildEnvelopeAnswer } from '../facts.ts';
import { isDraft } from '../lines/envelope.ts';
import { requirePersonIndex } from '../changes/people.ts';
import { toToolResult } from '../results.ts';
import { callFor, envelopeId, readGraph, REACHES, createTool } from '../tool.ts';
import { z } from 'zod';
import { runOnceConfirmed } from './confirmed.ts';

/** Reminds the participants who can act now. */
export const remind = createTool({
  name: 'remind',
  title: 'Remind',
  description:
    'Emails a reminder to everyone who can act now, at most once an hour. Needs no confirmation: it repeats what they were already sent.',
  annotations: { ...REACHES, destructiveHint: false },
  input: { envelope: envelopeId },
  needs: ['envelope.get', 'envelope.remind'],
  mails: true,
  run: async (call) => {
    const { id, version } = (await readGraph(call, call.input.envelope)).envelope;
    const graph = await callFor<WireGraph>(call, 'envelope.remind', { id, expectedVersion: version });
    return toToolResult(buildEnvelopeAnswer(call.context, graph, { first: ['Reminded.'] }));
  },
});

/** Corrects a recipient of a sent envelope, or mails them a new link. */
export const correctRecipient = createTool({
  name: 'correct_recipient',
  title: 'Correct a recipient',
  description:
    'Changes the name or address of someone who has not signed yet, after sending, and emails them a new link; with neither, only emails a new link. Their old links stop working. The user confirms it first. Before sending, use edit_draft.',
  annotations: REACHES,
  input: {
    envelope: envelopeId,
    recipient: createRequiredLineSchema(LIMITS.nameMaxChars).describe('Their present email or name.'),
    name: createRequiredLineSchema(LIMITS.nameMaxChars).optional(),
    email: emailAddress.optional(),
  },
  needs: ['envelope.get', 'envelope.correct', 'envelope.resendLink'],
  mails: true,
  run: async (call) => {
    const { context, input } = call;
    const { name, email } = input;
    const graph = await readGraph(call, input.envelope);
    const index = requirePersonIndex(graph.participants, input.recipient, '/recipient');
    const participant = graph.participants[index];
    if (participant === undefined) throw new Error(`no participant ${index}`);
    const { id, version: expectedVersion } = graph.envelope;
    const target = { id, participantId: participant.id, expectedVersion };
    const isChanged = name !== undefined || email !== undefined;
    const act = async () => {
      const after = isChanged
        ? await callFor<WireGraph>(call, 'envelope.correct', { ...target, name, email })
        : await callFor<WireGraph>(call, 'envelope.resendLink', target);
      const first = ['Done. They are emailed a new link, now or when it is their turn.'];
      return toToolResult(buildEnvelopeAnswer(context, after, { first, outcome: 'done' }));
    };
    if (graph.envelope.status !== 'in_progress' || participant.status !== 'pending') return await act();
    const words = [
      `Email a new link for “${graph.envelope.displayName}”?`,
      '',
      `Recipient: ${participant.name} <${participant.email}>`,
      ...(isChanged ? [`From now on: ${name ?? participant.name} <${email ?? participant.email}>`] : []),
      'Their old links stop working.',
    ].join('\n');
    const yes = { title: 'Email a new link', description: 'Whoever gets it can sign in their place.' };
    return await runOnceConfirmed(call, {
      graph,
      question: { tool: 'correct_recipient', words, yes },
      inDashboard: 'correct the recipient',
      act,
    });
  },
});

/** Ends an envelope for good, or takes it back. */
export const voidEnvelope = createTool({
  name: 'void',
  title: 'Void or recall an envelope',
  description:
    'Ends a draft or an envelope that is out for signature, for good. With back_to_draft, takes it back instead, so that it can be changed and sent again: only while nobody has signed. Links stop working, and everyone who got one is told. The user confirms it first.',
  annotations: REACHES,
  input: {
    envelope: envelopeId,
    reason: createLineSchema(LIMITS.reasonMaxChars).optional().describe('Told to everyone who got a link.'),
    back_to_draft: z.boolean().optional().describe('Default: false.'),
  },
  needs: ['envelope.get', 'envelope.void', 'envelope.recall'],
  mails: true,
  run: async (call) => {
    const { context, input } = call;
    const { reason = '', back_to_draft: isRecalled = false } = input;
    const graph = await readGraph(call, input.envelope);
    const { id, version: expectedVersion } = graph.envelope;
    const act = async () => {
      const after = isRecalled
        ? await callFor<WireGraph>(call, 'envelope.recall', { id, expectedVersion })
        : await callFor<WireGraph>(call, 'envelope.void', { id, expectedVersion, reason });
      const first = [isRecalled ? 'It is a draft again.' : 'Voided.'];
      return toToolResult(
        buildEnvelopeAnswer(context, after, { first, outcome: isRecalled ? 'recalled' : 'voided' }),
      );
    };
    if (graph.envelope.status !== 'in_progress' && !isDraft(graph)) return await act();
    const words = [
      isRecalled
        ? `Take “${graph.envelope.displayName}” back?`
        : `Void “${graph.envelope.displayName}” for good?`,
      '',
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      `Recipients: ${graph.participants.map(({ name, email }) => `${name} <${email}>`).join(', ')}`,
    ].join('\n');
    const yes = isRecalled
      ? { title: 'Take it back', description: 'It becomes a draft again, and its links stop working.' }
      : { title: 'Void it', description: 'It can never be signed. Everyone who got a link is told.' };
    return await runOnceConfirmed(call, {
      graph,
      question: { tool: 'void', words, yes },
      inDashboard: isRecalled ? 'recall it' : 'void it',
      act,
    });
  },
});
