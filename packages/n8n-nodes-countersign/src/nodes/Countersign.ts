import { CountersignError } from '../../../client/src/index.ts';
import { run } from '../countersign/operations.ts';
import { PROPERTIES } from '../countersign/properties.ts';
import { connect, CREDENTIALS } from '../shared/connect.ts';
import type { Description, ExecuteFunctions, Item } from '../shared/n8n.ts';

/** Sends documents for signature, follows them, and gets them back. */
export class Countersign {
  readonly description: Description = {
    displayName: 'Countersign',
    name: 'countersign',
    icon: 'file:countersign.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Send documents for signature and get them back sealed',
    defaults: { name: 'Countersign' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: PROPERTIES,
  };

  async execute(this: ExecuteFunctions): Promise<Item[][]> {
    const countersign = await connect(this);
    const returned: Item[] = [];
    for (const index of this.getInputData().keys()) {
      try {
        const items = await run(countersign, this, index);
        returned.push(...items.map((item) => ({ ...item, pairedItem: { item: index } })));
      } catch (error) {
        if (!this.continueOnFail()) throw explainError(error, index);
        returned.push({ json: toFailure(error), pairedItem: { item: index } });
      }
    }
    return [returned];
  }
}

function toFailure(error: unknown): Record<string, unknown> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CountersignError)) return { error: message };
  const { code, status, details } = error;
  return { error: message, code, status, details };
}

/** Adds what n8n shows with an error: details below its message, and the item it belongs to. */
function explainError(error: unknown, itemIndex: number): unknown {
  if (!(error instanceof Error)) return error;
  const isRefusal = error instanceof CountersignError;
  const description = isRefusal ? [error.code, ...listIssues(error)].join(' · ') : undefined;
  return Object.assign(error, {
    ...(isRefusal ? { description, httpCode: String(error.status) } : {}),
    context: { itemIndex },
  });
}

/** Lists the problems of individual inputs: `/participants/0/email must be a valid email address`. */
function listIssues({ details }: CountersignError): string[] {
  const issues = (details['issues'] ?? []) as readonly { path: string; message: string }[];
  return issues.map(({ path, message }) => `${path} ${message}`);
}
