/**
 * The parts of n8n that these nodes use, as n8n-workflow 2.41 declares them. Its license isn't compatible
 * with ours, so it isn't a dependency, and nothing of it is needed at run time.
 */
export type Item = {
  json: Record<string, unknown>;
  binary?: Record<string, unknown>;
  pairedItem?: { item: number };
};

type HttpRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: Buffer;
  encoding: 'arraybuffer';
  json: false;
  returnFullResponse: true;
  ignoreHttpStatusErrors: true;
  disableFollowRedirect: true;
  abortSignal?: AbortSignal;
};
export type HttpResponse = {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array | string;
};

type Helpers = { httpRequest(this: void, request: HttpRequest): Promise<HttpResponse> };

/** What every function of a node can do. */
export type Functions = {
  getCredentials(type: string): Promise<Record<string, unknown>>;
  readonly helpers: Helpers;
};

export type ExecuteFunctions = Functions & {
  getInputData(): Item[];
  getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
  continueOnFail(): boolean;
  readonly helpers: Helpers & {
    getBinaryDataBuffer(this: void, itemIndex: number, property: string): Promise<Buffer>;
    assertBinaryData(
      this: void,
      itemIndex: number,
      property: string,
    ): { fileName?: string; mimeType: string };
    prepareBinaryData(this: void, bytes: Buffer, fileName?: string, mimeType?: string): Promise<unknown>;
  };
};

export type HookFunctions = Functions & {
  getNodeParameter(name: string): unknown;
  getNodeWebhookUrl(name: string): string | undefined;
  getWorkflowStaticData(type: 'node'): Record<string, unknown>;
  getWorkflow(): { name?: string };
};

export type WebhookFunctions = Functions & {
  getHeaderData(): Record<string, string | string[] | undefined>;
  getRequestObject(): { rawBody?: Buffer; readRawBody?: () => Promise<void> };
  getResponseObject(): { status(code: number): { send(body: string): unknown } };
  getWorkflowStaticData(type: 'node'): Record<string, unknown>;
};

/** An input of a node. */
export type Property = {
  displayName: string;
  name: string;
  type:
    | 'string'
    | 'number'
    | 'boolean'
    | 'options'
    | 'multiOptions'
    | 'collection'
    | 'fixedCollection'
    | 'json'
    | 'dateTime';
  default: unknown;
  description?: string;
  placeholder?: string;
  required?: boolean;
  noDataExpression?: boolean;
  hint?: string;
  typeOptions?: {
    password?: boolean;
    minValue?: number;
    maxValue?: number;
    multipleValues?: boolean;
    rows?: number;
  };
  options?: readonly (Property | Choice | Group)[];
  displayOptions?: { show: Readonly<Record<string, readonly (string | boolean)[]>> };
};
export type Choice = { name: string; value: string; action?: string; description?: string };
type Group = { displayName: string; name: string; values: readonly Property[] };

export type Description = {
  displayName: string;
  name: string;
  icon: 'file:countersign.svg';
  group: readonly ('transform' | 'trigger')[];
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  inputs: readonly 'main'[];
  outputs: readonly 'main'[];
  usableAsTool?: true;
  credentials: readonly { name: string; required: true }[];
  webhooks?: readonly { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
  properties: readonly Property[];
};
