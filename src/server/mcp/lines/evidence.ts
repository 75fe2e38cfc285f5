import { isMark } from '#domain/field/answer.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import type { Finding } from '#domain/envelope/verification.ts';
import type { WireEvent } from '#wire/event.ts';
import type { WireExtract } from '#wire/extract.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { clipText, formatMinute, joinParts } from './words.ts';

/** Returns one line for each event of an envelope's log. */
export function formatHistoryLines(events: readonly WireEvent[], { participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return events.map(({ seq, occurredAt, action, actorType, payload, ipAddress }) => {
    const about = payload?.['participantId'];
    const reason = payload?.['reason'];
    return joinParts(
      `${seq}. ${formatMinute(occurredAt)}`,
      EVENT_CATALOGUE[action].label,
      typeof about === 'string' && names.get(about),
      actorType !== 'signer' && `by ${actorType.replace('_', ' ')}`,
      ipAddress !== null && `from ${ipAddress}`,
      typeof reason === 'string' && reason !== '' && `“${clipText(reason, 200)}”`,
    );
  });
}

/** The words for what each check examines. */
const CHECK_WORDS: Readonly<Record<Finding['check'], string>> = {
  chain: 'Event log',
  checkpoint: 'Transparency log',
  original: 'Uploaded file',
  signed_document: 'Document that signers saw',
  sealed_document: 'Sealed PDF',
  seal: 'Seal',
  presented: 'Signed pages in the sealed PDF',
};
const OUTCOME_WORDS: Readonly<Record<Finding['outcome'], string>> = {
  passed: 'passed',
  failed: 'FAILED',
  nothing_yet: 'nothing to check yet',
};

/** Returns one line for each check. */
export function formatFindingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ check, outcome, code, facts }) => {
    const told = Object.entries(facts).map(([name, value]) => `${name} ${clipText(String(value), 80)}`);
    return joinParts(`${CHECK_WORDS[check]}: ${OUTCOME_WORDS[outcome]}`, code.replaceAll('_', ' '), ...told);
  });
}

/** Describes a signed contract as data, in which each term states where it was read. */
export function formatContractLines(extract: WireExtract): string[] {
  if (extract.status === 'not_extracted') return [extract.message];
  const { parties, dates, fields, semantic } = extract;
  const { governingLaw, perpetual } = semantic;
  return [
    'Signed by:',
    ...parties.map(({ name, email, company, title, role, signedAt }) =>
      joinParts(`${name} (${email})`, title, company, role, signedAt !== null && formatMinute(signedAt)),
    ),
    joinParts(
      dates.completedAt !== null && `Completed ${formatMinute(dates.completedAt)}`,
      dates.agreementDate !== null && `agreement date ${dates.agreementDate}`,
      dates.effectiveDate !== null && `effective ${dates.effectiveDate}`,
      dates.expirationDate !== null && `expires ${dates.expirationDate}`,
    ),
    'Read in the document:',
    ...semantic.dates.map((date) => `${date.kind.replaceAll('_', ' ')}: ${date.value} ${formatQuote(date)}`),
    ...(governingLaw === null ? [] : [`governing law: ${governingLaw.value} ${formatQuote(governingLaw)}`]),
    ...(perpetual === null ? [] : [`runs until terminated ${formatQuote(perpetual)}`]),
    ...semantic.parties.map(
      (party) => `party: ${joinParts(party.name, party.aliases.join(', '))} ${formatQuote(party)}`,
    ),
    ...(fields.length === 0 ? [] : ['Filled in:']),
    ...fields
      .filter((field) => field.value !== null && !isMark(field))
      .map(({ label, value }) => `${clipText(label, 80)}: ${clipText(value ?? '', 300)}`),
  ].filter((line) => line !== '');
}

/** Describes where a term was read: the page, the wording and how certain the reading is. */
function formatQuote({ text, page, confidence }: { text: string; page: number; confidence: number }): string {
  return `[p${page}, ${confidence.toFixed(2)}] “${clipText(text, 240)}”`;
}
