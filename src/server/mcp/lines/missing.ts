import { getShownValue, isAnnotation, isMark } from '#domain/field/answer.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { formatCount } from './words.ts';

/** Returns what is missing before a draft can be sent, and what to check. */
export function formatMissingLines(graph: WireGraph): string[] {
  const missing = listMissing(graph);
  if (graph.envelope.status === 'detecting')
    return ['Next: wait a few seconds and call read_envelope. The document is still being read.'];
  if (missing.length > 0) return ['Missing before it can be sent:', ...missing.map((what) => `- ${what}`)];
  const suggested = graph.fields.filter(({ source }) => source === 'detected').length;
  return [
    suggested > 0
      ? `Nothing is missing. ${formatCount(suggested, 'field was', 'fields were')} suggested: check with preview, then send.`
      : 'Nothing is missing: send sends it once the user has confirmed.',
  ];
}

/** Describes in words what prevents a draft from being sent. */
function listMissing({ envelope, participants, fields }: WireGraph): string[] {
  const missing: string[] = [];
  if (envelope.documentStatus === 'awaited') missing.push('the document: upload it');
  if (envelope.documentStatus === 'processing') missing.push('the document: it is being converted');
  if (envelope.documentStatus === 'refused') missing.push("a document that can be used: the one sent can't");
  if (participants.length === 0) missing.push('recipients (edit_draft, set_recipient)');
  for (const { id, name, role } of participants) {
    const signs = fields.some((field) => field.participantId === id && isMark(field));
    if (role === 'signer' && !signs)
      missing.push(`a signature field for ${name} (edit_draft, place), unless they only fill something in`);
  }
  const unassigned = fields.filter((field) => field.participantId === null && !isAnnotation(field));
  if (unassigned.length > 0)
    missing.push(
      `a recipient for ${formatCount(unassigned.length, 'field')}: ${unassigned
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}${unassigned.length > 5 ? ', …' : ''} (edit_draft, assign or remove)`,
    );
  for (const field of fields.filter((one) => isAnnotation(one) && !getShownValue(one)))
    missing.push(`a text for the ${field.type} ${field.id} on page ${field.page} (edit_draft)`);
  const lost = fields.filter(({ placed }) => !placed);
  if (lost.length > 0)
    missing.push(`a place for ${formatCount(lost.length, 'field')} whose text is not in the document`);
  return missing;
}
