import type { WireGraph } from '#wire/envelope-graph.ts';
import { readGraph, type ToolCall } from '../tool.ts';

/** How long a call waits for a document to be read. */
const WAIT_MS = 20_000;

/** Returns an envelope once its document has been read, or in its current state after 20 seconds. */
export async function waitUntilRead(
  call: Pick<ToolCall, 'context' | 'request'>,
  { envelope }: Pick<WireGraph, 'envelope'>,
): Promise<WireGraph> {
  const { services } = call.context;
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const mark = services.live.mark(envelope.organizationId);
    const graph = await readGraph(call, envelope.id);
    const left = until - Date.now();
    if (!isBeingRead(graph) || left <= 0) return graph;
    if (!(await services.live.changed(envelope.organizationId, mark, left)))
      return await readGraph(call, envelope.id);
  }
}

function isBeingRead({ envelope }: WireGraph): boolean {
  return (
    envelope.documentStatus === 'processing' ||
    envelope.status === 'detecting' ||
    (envelope.detectionStatus === 'queued' && envelope.documentStatus === 'received')
  );
}
