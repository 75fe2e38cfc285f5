import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import type { Finding } from '#domain/envelope/verification.ts';
import type { WireEvent } from '#wire/event.ts';
import type { WireExtract } from '#wire/extract.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { clipped, minute, parts } from './words.ts';

/** One line for each event of an envelope's log. */
export function historyLines(events: readonly WireEvent[], { participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return events.map(({ seq, occurredAt, action, actorType, payload, ipAddress }) => {
    const about = payload?.['participantId'];
    const reason = payload?.['reason'];
    return parts(
      `${seq}. ${minute(occurredAt)}`,
      EVENT_CATALOGUE[action].label,
      typeof about === 'string' && names.get(about),
      actorType !== 'signer' && `by ${actorType.replace('_', ' ')}`,
      ipAddress !== null && `from ${ipAddress}`,
      typeof reason === 'string' && reason !== '' && `“${clipped(reason, 200)}”`,
    );
  });
}

/** What a check looks at. */
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

/** One line for each check. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ check, outcome, code, facts }) => {
    const told = Object.entries(facts).map(([name, value]) => `${name} ${clipped(String(value), 80)}`);
    return parts(`${CHECK_WORDS[check]}: ${OUTCOME_WORDS[outcome]}`, code.replaceAll('_', ' '), ...told);
  });
}

/** A signed contract as data: each term with where it was read. */
export function contractLines(extract: WireExtract): string[] {
  if (extract.status === 'not_extracted') return [extract.message];
  const { parties, dates, fields, semantic } = extract;
  const { governingLaw, perpetual } = semantic;
  return [
    'Signed by:',
    ...parties.map(({ name, email, company, title, role, signedAt }) =>
      parts(`${name} (${email})`, title, company, role, signedAt !== null && minute(signedAt)),
    ),
    parts(
      dates.completedAt !== null && `Completed ${minute(dates.completedAt)}`,
      dates.agreementDate !== null && `agreement date ${dates.agreementDate}`,
      dates.effectiveDate !== null && `effective ${dates.effectiveDate}`,
      dates.expirationDate !== null && `expires ${dates.expirationDate}`,
    ),
    'Read in the document:',
    ...semantic.dates.map((date) => `${date.kind.replaceAll('_', ' ')}: ${date.value} ${quoteOf(date)}`),
    ...(governingLaw === null ? [] : [`governing law: ${governingLaw.value} ${quoteOf(governingLaw)}`]),
    ...(perpetual === null ? [] : [`runs until terminated ${quoteOf(perpetual)}`]),
    ...semantic.parties.map(
      (party) => `party: ${parts(party.name, party.aliases.join(', '))} ${quoteOf(party)}`,
    ),
    ...(fields.length === 0 ? [] : ['Filled in:']),
    ...fields
      .filter(({ value, type }) => value !== null && type !== 'signature' && type !== 'initials')
      .map(({ label, value }) => `${clipped(label, 80)}: ${clipped(value ?? '', 300)}`),
  ].filter((line) => line !== '');
}

/** Where a term was read: the page, the wording and how sure the reading is. */
function quoteOf({ text, page, confidence }: { text: string; page: number; confidence: number }): string {
  return `[p${page}, ${confidence.toFixed(2)}] “${clipped(text, 240)}”`;
}
