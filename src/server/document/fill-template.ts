import type { FoundTag } from '#domain/document/tags.ts';
import { toFileContent, listReceivedFiles, type ReceivedFile } from '#domain/envelope/files/file.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import type { AnchorOutcome } from '#domain/field/anchor.ts';
import { refillTemplate, buildRefillRequests } from '#domain/template/refill.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import type { VariableValues } from '#domain/variables/values.ts';
import type { Services } from '#server/runtime/services.ts';
import { receiveInTime, STILL_CONVERTING } from './receive-in-time.ts';
import { joinReceived } from './join-files.ts';
import { findAnchors } from './place-fields.ts';
import { receiveDocument, type Receiving } from './receive.ts';
import type { Requester } from '#server/process/requester.ts';
import { withLocalFile } from '#server/storage/local-file.ts';

/** Who is waiting: a request, which waits for a limited time, or a job. */
export type Waiting = Requester['waiting'];

export type Filling = Receiving & Pick<Services, 'texts'>;

/**
 * Fills in the variables of a template's Word files, converts the files, and moves the template's fields to
 * where they belong in the result. If a request is waiting, refuses with `unavailable` when the conversion
 * takes too long or no converter is reachable.
 */
export async function fillTemplate(
  services: Filling,
  template: TemplateGraph,
  values: VariableValues,
  waiting: Waiting,
): Promise<TemplateGraph> {
  const { organizationId } = template.template;
  const files: ReceivedFile[] = [];
  const tags = new Map<string, readonly FoundTag[]>();
  for (const file of listReceivedFiles(template.files)) {
    if (file.content.variables.length === 0) {
      files.push(file);
      continue;
    }
    const received = await prepareFile(services, organizationId, file, values, waiting);
    const content = toFileContent(received);
    if (content === null) throw new Error('a received document lacks a file');
    files.push({ ...file, content });
    tags.set(file.id, received.tags);
  }
  const whole = await joinReceived(services, { organizationId, waiting }, files);
  const after = { files, whole, tags };
  const requests = [...buildRefillRequests(template, after)];
  const found = await findAnchors(
    services,
    { organizationId, waiting },
    whole,
    requests.map(([, request]) => request),
  );
  const outcomes = requests.flatMap(([id], index): [string, AnchorOutcome][] => {
    const outcome = found[index];
    return outcome === undefined ? [] : [[id, outcome]];
  });
  const { graph, issues } = refillTemplate(template, after, new Map(outcomes));
  if (issues.length > 0) throw createInvalidRefusal(issues);
  return graph;
}

async function prepareFile(
  services: Filling,
  organizationId: string,
  { trackedChanges, textTags, content }: ReceivedFile,
  variableValues: VariableValues,
  waiting: Waiting,
) {
  const options = { trackedChanges, textTags, variableValues };
  const received = await withLocalFile(services.storage, content.original.key, (path) =>
    waiting === 'request'
      ? receiveInTime(services, organizationId, path, options)
      : receiveDocument(services, organizationId, path, { ...options, waiting }),
  );
  if (received === STILL_CONVERTING)
    throw createRefusal('unavailable', undefined, 'Converting the document takes too long. Try again later.');
  return received;
}
