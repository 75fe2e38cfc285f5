import { CountersignError, verifyWebhook, WebhookError } from '../../../client/src/index.ts';
import { connect, CREDENTIALS } from '../shared/connect.ts';
import { selectEvents, EVENT_CHOICES } from '../shared/events.ts';
import type { Description, HookFunctions, Item, WebhookFunctions } from '../shared/n8n.ts';

/** What the node remembers about the webhook it added. */
type Kept = { webhookId?: string; secret?: string };

/** Starts a workflow when something happens to an envelope. */
export class CountersignTrigger {
  readonly description: Description = {
    displayName: 'Countersign Trigger',
    name: 'countersignTrigger',
    icon: 'file:countersign.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts a workflow when something happens to an envelope',
    defaults: { name: 'Countersign Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENT_CHOICES,
        default: ['envelope.sealed'],
        required: true,
        description: 'What starts the workflow. To work with the signed PDF, wait for Envelope Sealed.',
      },
    ],
  };

  readonly webhookMethods = {
    default: {
      async checkExists(this: HookFunctions): Promise<boolean> {
        const kept: Kept = this.getWorkflowStaticData('node');
        if (kept.webhookId === undefined || kept.secret === undefined) return false;
        const countersign = await connect(this);
        const webhook = await countersign.webhooks.get(kept.webhookId).catch(ignoreGone);
        const events = selectEvents(this.getNodeParameter('events') as string[]);
        if (
          webhook?.enabled === true &&
          webhook.url === requireWebhookUrl(this) &&
          isSame(webhook.events, events)
        )
          return true;
        if (webhook !== null) await countersign.webhooks.delete(kept.webhookId).catch(ignoreGone);
        forget(kept);
        return false;
      },

      async create(this: HookFunctions): Promise<boolean> {
        const countersign = await connect(this);
        const { id, secret } = await countersign.webhooks.create({
          url: requireWebhookUrl(this),
          description: `n8n: ${this.getWorkflow().name ?? ''}`.trim().slice(0, 200),
          events: selectEvents(this.getNodeParameter('events') as string[]),
        });
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret } satisfies Kept);
        return true;
      },

      async delete(this: HookFunctions): Promise<boolean> {
        const kept: Kept = this.getWorkflowStaticData('node');
        if (kept.webhookId !== undefined) {
          const countersign = await connect(this);
          await countersign.webhooks.delete(kept.webhookId).catch(ignoreGone);
        }
        forget(kept);
        return true;
      },
    },
  };

  async webhook(this: WebhookFunctions): Promise<{ workflowData: Item[][] } | { noWebhookResponse: true }> {
    const request = this.getRequestObject();
    if (request.rawBody === undefined) await request.readRawBody?.();
    const { secret }: Kept = this.getWorkflowStaticData('node');
    const headers = this.getHeaderData();
    try {
      const message = await verifyWebhook({
        secret: secret ?? '',
        headers,
        body: new Uint8Array(request.rawBody ?? Buffer.alloc(0)),
      });
      return { workflowData: [[{ json: { id: headers['webhook-id'], ...message } }]] };
    } catch (error) {
      if (!(error instanceof WebhookError) && secret !== undefined) throw error;
      this.getResponseObject().status(400).send('The signature is invalid.');
      return { noWebhookResponse: true };
    }
  }
}

function requireWebhookUrl(functions: HookFunctions): string {
  const url = functions.getNodeWebhookUrl('default');
  if (url === undefined) throw new Error('n8n has no address for the webhook.');
  return url;
}

function isSame(stored: readonly string[] | null, chosen: readonly string[] | null): boolean {
  return JSON.stringify(stored?.toSorted() ?? null) === JSON.stringify(chosen?.toSorted() ?? null);
}

function forget(kept: Kept): void {
  delete kept.webhookId;
  delete kept.secret;
}

function ignoreGone(error: unknown): null {
  if (error instanceof CountersignError && error.status === 404) return null;
  throw error;
}
