import { z } from 'zod';
import type { Finding } from '#domain/envelope/verification.ts';
import type { WireEvent } from '#wire/event.ts';
import type { WireExtract } from '#wire/extract.ts';
import { DOWNLOADS } from '#server/crypto/tokens/document-token.ts';
import { buildEnvelopeAnswer, getEnvelopeFacts } from '../facts.ts';
import { SHOWN, formatEnvelopeHead } from '../lines/envelope.ts';
import { formatContractLines, formatFindingLines, formatHistoryLines } from '../lines/evidence.ts';
import { formatCount, formatMinute } from '../lines/words.ts';
import { toToolResult } from '../results.ts';
import { SHOWS_REVIEW } from '../review/screen.ts';
import { callFor, envelopeId, readGraph, READS, createTool } from '../tool.ts';

/** The most events in one answer. */
const EVENTS = 100;

/** Reads an envelope. */
export const readEnvelope = createTool({
  name: 'read_envelope',
  title: 'Read an envelope',
  description:
    'Says what an envelope is, who is in it and how far they are, what happens next or is missing, and its version, which changes need. Its text is in read_document, its log in read_history.',
  annotations: READS,
  meta: SHOWS_REVIEW,
  input: {
    envelope: envelopeId,
    show: z
      .enum(SHOWN)
      .optional()
      .describe('fields: one line each, with IDs. answers: what signers entered. Default: summary.'),
  },
  needs: ['envelope.get'],
  run: async (call) => {
    const graph = await readGraph(call, call.input.envelope);
    return toToolResult(buildEnvelopeAnswer(call.context, graph, { shown: call.input.show ?? 'summary' }));
  },
});

/** Reads the log of an envelope. */
export const readHistory = createTool({
  name: 'read_history',
  title: "Read an envelope's history",
  description:
    'Lists what happened to an envelope, one line each: what, when, who, from where. Whether the log is intact is said by verify.',
  annotations: READS,
  input: {
    envelope: envelopeId,
    after: z.int().min(0).optional().describe('Only what came after this number.'),
  },
  needs: ['envelope.get', 'envelope.events'],
  run: async (call) => {
    const { envelope: id, after = 0 } = call.input;
    const graph = await readGraph(call, id);
    const { items } = await callFor<{ items: WireEvent[] }>(call, 'envelope.events', { id, after });
    const shown = items.slice(0, EVENTS);
    const last = shown.at(-1)?.seq;
    const more =
      items.length > EVENTS
        ? [`${formatCount(items.length - EVENTS, 'event')} more: call again with after=${last}`]
        : [];
    return toToolResult({
      lines: [formatEnvelopeHead(graph), ...formatHistoryLines(shown, graph), ...more],
      facts: { ...getEnvelopeFacts(call.context, graph), lastEvent: last ?? after },
    });
  },
});

/** Gets a signed contract as data. */
export const readContractData = createTool({
  name: 'read_contract_data',
  title: 'Read the terms of a signed contract',
  description:
    'Returns the terms read from a completed contract: parties, dates, governing law, answers, each with its wording, page and confidence. Only once everyone has signed. Check a low confidence with read_document.',
  annotations: READS,
  input: { envelope: envelopeId },
  needs: ['envelope.extract'],
  run: async (call) => {
    const extract = await callFor<WireExtract>(call, 'envelope.extract', { id: call.input.envelope });
    return toToolResult({
      lines: formatContractLines(extract),
      facts: { envelope: extract.envelopeId, status: extract.status },
    });
  },
});

type Verification = { readonly checkedAt: string; readonly findings: readonly Finding[] };

/** Verifies an envelope. */
export const verify = createTool({
  name: 'verify',
  title: 'Verify an envelope',
  description:
    'Checks the event log, the files and the seal of an envelope anew, and says the result of each check in a line.',
  annotations: READS,
  input: { envelope: envelopeId },
  needs: ['envelope.verify'],
  run: async (call) => {
    const { checkedAt, findings } = await callFor<Verification>(call, 'envelope.verify', {
      id: call.input.envelope,
    });
    const failed = findings.filter(({ outcome }) => outcome === 'failed').length;
    const verdict = failed === 0 ? 'No check failed.' : `${formatCount(failed, 'check')} FAILED.`;
    return toToolResult({
      lines: [`${verdict} Checked ${formatMinute(checkedAt)}.`, ...formatFindingLines(findings)],
      facts: { envelope: call.input.envelope, failed },
    });
  },
});

type Link = {
  readonly url: string;
  readonly expiresAt: string;
  readonly variant: string;
  readonly contentType: string;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly pageCount: number | null;
};

/** Gets a link to a file. */
export const getFile = createTool({
  name: 'get_file',
  title: 'Get a file',
  description:
    'Returns a link with which the user downloads a file of an envelope within five minutes. It is no signing link. To read the document yourself, read_document.',
  annotations: READS,
  input: {
    envelope: envelopeId,
    variant: z
      .enum(DOWNLOADS)
      .optional()
      .describe(
        'original: as uploaded. prepared: what signers see. sealed: signed and sealed. certificate: the evidence. Default: sealed, or else prepared.',
      ),
  },
  needs: ['envelope.documentLink'],
  run: async (call) => {
    const { envelope: id, variant } = call.input;
    const link = await callFor<Link>(call, 'envelope.documentLink', {
      id,
      ...(variant === undefined ? {} : { variant }),
    });
    return toToolResult({
      lines: [`${link.variant}: ${link.url}`, `Works until ${formatMinute(link.expiresAt)}.`],
      facts: { envelope: id, ...link },
    });
  },
});
