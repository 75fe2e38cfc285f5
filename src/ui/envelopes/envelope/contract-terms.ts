import { isMark } from '#domain/field/answer.ts';
import { capitalize } from '#domain/text.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireExtract } from '#wire/extract.ts';

type ContractData = Extract<WireExtract, { status: 'extracted' }>;

type ContractDate = ContractData['semantic']['dates'][number]['kind'];

/** How each date of a contract is shown. */
const CONTRACT_DATE_WORDS: Readonly<Record<ContractDate, () => string>> = {
  agreement: m.envelopes_contract_agreement,
  effective: m.envelopes_contract_effective,
  expiration: m.envelopes_contract_expiration,
};

/** Formats a calendar day (YYYY-MM-DD), which has no time zone. */
function formatDay(day: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** A term of a contract. */
export type ContractTerm = {
  readonly key: string;
  readonly name: string;
  /** One line for each value. Empty if the text doesn't say it. */
  readonly values: readonly string[];
  readonly isUncertain: boolean;
  /** The words that say it, and their page. */
  readonly passages: readonly { readonly text: string; readonly page: number }[];
  /** Who filled it in, and on which page. */
  readonly answer: { readonly name: string; readonly page: number } | null;
};

/** Below this confidence, people should check the value. */
const CERTAIN = 0.7;

/** Lists what a contract says: first what was read from its text, then what its signers filled in. */
export function listContractTerms(data: ContractData, graph: WireGraph): ContractTerm[] {
  const { parties, dates, governingLaw, perpetual } = data.semantic;
  const read = (key: string, name: string, found: readonly Found[]): ContractTerm => ({
    key,
    name,
    values: found.map(({ value }) => value),
    isUncertain: found.some(({ confidence }) => confidence < CERTAIN),
    passages: found.map(({ text, page }) => ({ text, page })),
    answer: null,
  });
  const listDates = (kind: (typeof dates)[number]['kind']) =>
    dates.filter((date) => date.kind === kind).map((date) => ({ ...date, value: formatDay(date.value) }));
  const ends = perpetual === null ? [] : [{ ...perpetual, value: m.envelopes_contract_perpetual() }];
  const texts = [
    read(
      'parties',
      m.envelopes_contract_parties(),
      parties.map((party) => ({ ...party, value: party.name })),
    ),
    read('agreement', CONTRACT_DATE_WORDS.agreement(), listDates('agreement')),
    read('effective', CONTRACT_DATE_WORDS.effective(), listDates('effective')),
    read('ends', CONTRACT_DATE_WORDS.expiration(), [...listDates('expiration'), ...ends]),
    read('law', m.envelopes_contract_law(), governingLaw === null ? [] : [governingLaw]),
  ];
  // A document without any of them is no contract, so none is missing.
  const isContract = texts.some(({ values }) => values.length > 0);
  return [...(isContract ? texts : []), ...listAnswers(data, graph)];
}

type Found = {
  readonly value: string;
  readonly text: string;
  readonly page: number;
  readonly confidence: number;
};

function listAnswers({ fields, parties }: ContractData, graph: WireGraph): ContractTerm[] {
  return fields
    .filter((field) => field.value !== null && !isMark(field))
    .map(({ fieldId, label, value, participantId }) => {
      const page = graph.fields.find(({ id }) => id === fieldId)?.page ?? 1;
      const name = parties.find((party) => party.participantId === participantId)?.name;
      return {
        key: fieldId,
        name: label,
        values: [value ?? ''],
        isUncertain: false,
        passages: [],
        answer: name === undefined ? null : { name, page },
      };
    });
}

/** Names a signer's role as people read it: roles can be keys for programs. */
export function formatRole(role: string | null): string {
  return role === null ? m.envelopes_contract_party() : capitalize(role.replaceAll('_', ' '));
}

/** Returns the terms as lines of a file. */
export function toContractLines(terms: readonly ContractTerm[]): string[][] {
  return [
    [m.envelopes_contract_field(), m.envelopes_contract_value(), m.envelopes_contract_where()],
    ...terms.map(({ name, values, passages, answer }) => [
      name,
      values.join('; '),
      [...passages, ...(answer === null ? [] : [{ text: formatAnswer(answer.name), page: answer.page }])]
        .map(({ text, page }) => `${text} (${m.envelopes_contract_page({ page })})`)
        .join('; '),
    ]),
  ];
}

/** Says who filled in a term. */
export function formatAnswer(name: string): string {
  return m.envelopes_contract_answer({ name });
}
