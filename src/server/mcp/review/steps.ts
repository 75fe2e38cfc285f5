import type { Language } from '#domain/language.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { m } from '#i18n/compiled/messages.js';
import { isDraft } from '../lines/envelope.ts';
import { listActingParticipants } from '../lines/words.ts';
import { getColorNumber } from './colors.ts';

type Person = WireGraph['participants'][number];
type Copy = WireGraph['envelope']['copies'][number];

/**
 * Returns who hears of an envelope and when. For a draft, the words are those of the dashboard's plan. For a
 * sent envelope, they describe how far each person is.
 */
export function buildSteps(graph: WireGraph, locale: Language) {
  const { envelope, participants, fields } = graph;
  const acting = new Set(listActingParticipants(graph).map(({ id }) => id));
  const toPersonWithNotes = (person: Person, notes: readonly string[]) => ({
    ...toNamedPerson(person, getColorNumber(participants.indexOf(person))),
    notes: notes.join(' · '),
  });
  if (!isDraft(graph)) {
    const people = participants.map((person) =>
      toPersonWithNotes(person, [describeProgress(person, acting, locale)]),
    );
    return people.length === 0 ? [] : [{ when: m.envelopes_recipients({}, { locale }), people }];
  }
  const listCopies = (when: Copy['when']) =>
    envelope.copies
      .filter((copy) => copy.when === when)
      .map((copy) => ({ ...toNamedPerson(copy, 0), notes: m.editor_send_copy({}, { locale }) }));
  const groups = [...Map.groupBy(participants, ({ orderIndex }) => orderIndex)].sort(
    ([one], [other]) => one - other,
  );
  const steps = groups.map(([, people], index) => ({
    when: index === 0 ? m.editor_send_at_once({}, { locale }) : formatAfter(groups[index - 1]?.[1] ?? []),
    people: [
      ...people.map((person) => toPersonWithNotes(person, listNotes(person))),
      ...(index === 0 ? listCopies('sent') : []),
    ],
  }));
  const last = listCopies('completed');
  return last.length === 0
    ? steps
    : [...steps, { when: m.editor_send_completed({}, { locale }), people: last }];

  function formatAfter(people: readonly Person[]): string {
    const names = new Intl.ListFormat(locale).format(people.map(({ name }) => name));
    return m.editor_send_after({ names }, { locale });
  }

  function listNotes({ id, role }: Person): string[] {
    const count = fields.filter(({ participantId }) => participantId === id).length;
    return [
      ...(role === 'approver' ? [m.envelopes_role_approver_name({}, { locale })] : []),
      count === 0 ? m.editor_no_fields({}, { locale }) : m.editor_fields_count({ count }, { locale }),
    ];
  }
}

function describeProgress(
  { id, status, role }: Person,
  acting: ReadonlySet<string>,
  locale: Language,
): string {
  if (status === 'declined') return m.envelopes_person_declined({}, { locale });
  if (status !== 'pending')
    return role === 'approver'
      ? m.envelopes_person_approved({}, { locale })
      : m.envelopes_person_signed({}, { locale });
  return acting.has(id) ? m.envelopes_view_waiting({}, { locale }) : m.envelopes_person_later({}, { locale });
}

function toNamedPerson({ name, email }: Pick<Person, 'name' | 'email'>, color: number) {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
  return { name, email, initials, color };
}
