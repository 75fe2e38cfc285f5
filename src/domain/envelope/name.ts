import { parseNamePattern } from '../name-pattern/parse.ts';
import { cutName, type NameSources, resolveNamePattern } from '../name-pattern/resolve.ts';
import type { SentVersion } from '../event/catalogue.ts';
import type { Issue } from '../errors.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Means } from './authentication.ts';
import { withoutExtension } from '../text.ts';
import { formatDay, type Timestamp } from '../timestamp.ts';

/** What sending needs to know in addition to the envelope: names, and how people can prove their identity. */
export type SendSources = {
  readonly means: Means;
  readonly organizationName: string;
  readonly templateName: string | null;
  /** Null if it is unknown, in which case days are those in UTC. */
  readonly senderTimeZone: string | null;
  /** The API name of the template role that the sender takes, if any. */
  readonly senderRoleName: string | null;
  /** Problems that show only on the document's pages, such as options that don't fit into their box. */
  readonly crowded: readonly Issue[];
  /** The versions up to this one; null if it's the first, or the one before is gone. */
  readonly versions: readonly SentVersion[] | null;
};

/** Returns the values for the tokens in the envelope's name and messages at the time it is sent. */
export function buildNameSources(
  { envelope, participants }: EnvelopeGraph,
  sources: SendSources,
  now: Timestamp,
): NameSources {
  const inOrder = [...participants].sort((one, other) => one.orderIndex - other.orderIndex);
  return {
    templateName: sources.templateName ?? '',
    organizationName: sources.organizationName,
    senderName: envelope.senderName,
    recipient:
      inOrder.find(({ apiRoleName }) => apiRoleName === null || apiRoleName !== sources.senderRoleName) ??
      null,
    sentOn: formatDay(now, sources.senderTimeZone),
    prefill: envelope.prefill ?? {},
    roles: new Map(
      inOrder.flatMap((person) => (person.apiRoleName === null ? [] : [[person.apiRoleName, person]])),
    ),
  };
}

/**
 * Returns the name to send an envelope under: from its pattern if it has one, otherwise its current name. If
 * the result is empty, falls back to the template's name, then to the filename.
 */
export function resolveEnvelopeName({ envelope }: EnvelopeGraph, sources: NameSources): string {
  if (envelope.namePattern === null) return envelope.displayName;
  const pattern = parseNamePattern(envelope.namePattern);
  if (!pattern.ok) return envelope.displayName;
  const name = resolveNamePattern(pattern.nodes, sources);
  return name || cutName(sources.templateName) || cutName(withoutExtension(envelope.originalFilename));
}
