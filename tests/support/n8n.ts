import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { createContext, Script } from 'node:vm';

/** An item in n8n. */
export type N8nItem = {
  json: any;
  binary?: Record<string, N8nFile>;
  pairedItem?: unknown;
  error?: unknown;
};
type N8nFile = { data: string; fileName?: string; mimeType: string };
type Property = {
  name: string;
  default: unknown;
  displayOptions?: { show?: Readonly<Record<string, readonly unknown[]>> };
};
type NodeType = {
  description: { name: string; properties: Property[]; credentials: { name: string }[] };
  [method: string]: any;
};
export type N8nNode = { readonly type: string; readonly parameters: Record<string, unknown> };

/**
 * Loads a package's nodes and credentials by name like n8n's PackageDirectoryLoader: each class in a context
 * without Node's globals.
 */
export function loadN8nPackage(directory: string) {
  const { n8n } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  const context = createContext({ require: createRequire(import.meta.url) });
  const load = (path: string): any => {
    const [className] = parse(path).name.split('.');
    const file = JSON.stringify(join(directory, path));
    return new Script(`new (require(${file}).${className})()`).runInContext(context);
  };
  const nodes: NodeType[] = n8n.nodes.map(load);
  return {
    nodes: new Map(nodes.map((node) => [node.description.name, node])),
    credentials: n8n.credentials.map(load),
  };
}

type Setting = {
  readonly nodes: ReadonlyMap<string, NodeType>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/**
 * The parts of n8n's IExecuteFunctions, IHookFunctions and IWebhookFunctions that our nodes use, for one node
 * of a workflow.
 */
function functionsOf({ nodes, credentials }: Setting, { type, parameters }: N8nNode, items: N8nItem[] = []) {
  const node = nodes.get(type.split('.').at(-1) ?? '');
  if (node === undefined) throw new Error(`there is no node ${type}`);
  const valueOf = (name: string, item: N8nItem | undefined): unknown => {
    if (name in parameters) return resolved(parameters[name], item);
    return node.description.properties.find(
      (property) =>
        property.name === name &&
        Object.entries(property.displayOptions?.show ?? {}).every(([other, values]) =>
          values.includes(valueOf(other, item)),
        ),
    )?.default;
  };
  const fileOf = (index: number, property: string) => {
    const file = items[index]?.binary?.[property];
    if (file === undefined) throw new Error(`the item has no binary field ${property}`);
    return file;
  };
  const functions = {
    getCredentials: async (name: string) => {
      if (!node.description.credentials.some((one) => one.name === name))
        throw new Error(`the node doesn't ask for ${name}`);
      return credentials;
    },
    getInputData: () => items,
    getNodeParameter: (name: string, index: unknown, fallback?: unknown) =>
      valueOf(name, items[typeof index === 'number' ? index : 0]) ?? fallback,
    continueOnFail: () => false,
    helpers: {
      httpRequest,
      assertBinaryData: fileOf,
      getBinaryDataBuffer: async (index: number, property: string) =>
        Buffer.from(fileOf(index, property).data, 'base64'),
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string): Promise<N8nFile> => ({
        data: bytes.toString('base64'),
        fileName,
        mimeType,
      }),
    },
  };
  return { node, functions };
}

/** Resolves an expression. The tests only use paths into the item. */
function resolved(value: unknown, item: N8nItem | undefined): unknown {
  const path = typeof value === 'string' ? /^=\{\{ \$json\.([\w.]+) \}\}$/.exec(value)?.[1] : undefined;
  if (path === undefined) return value;
  return path.split('.').reduce((inner: any, key) => inner?.[key], item?.json);
}

/** Sends requests like n8n when it's asked for bytes and the full response. */
async function httpRequest(options: any): Promise<any> {
  const { url, method, headers, body, encoding, returnFullResponse, abortSignal } = options;
  if (encoding !== 'arraybuffer' || returnFullResponse !== true)
    throw new Error('not what n8n was asked for');
  const response = await fetch(url, { method, headers, body, signal: abortSignal, redirect: 'manual' });
  if (!response.ok && options.ignoreHttpStatusErrors !== true) throw new Error(`answered ${response.status}`);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Executes a node with items. */
export async function executeNode(
  setting: Setting,
  node: N8nNode,
  items: N8nItem[],
  options: { readonly continueOnFail?: boolean } = {},
): Promise<N8nItem[]> {
  const { node: type, functions } = functionsOf(setting, node, items);
  const own = { ...functions, continueOnFail: () => options.continueOnFail === true };
  const [returned] = await type['execute'].call(own);
  return returned;
}

/** A trigger node of a workflow, whose messages arrive at `url`. */
export function openTrigger(setting: Setting, node: N8nNode, url: string) {
  const { node: type, functions } = functionsOf(setting, node);
  const kept: Record<string, unknown> = {};
  const common = {
    ...functions,
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => kept,
    getWorkflow: () => ({ name: 'A workflow' }),
  };
  const { checkExists, create, delete: remove } = type['webhookMethods'].default;
  return {
    kept,
    /** Like n8n: adds the webhook unless it exists. */
    activate: async () => {
      if (!(await checkExists.call(common))) await create.call(common);
    },
    exists: (): Promise<boolean> => checkExists.call(common),
    deactivate: (): Promise<boolean> => remove.call(common),
    /** Returns what starts the workflow, or the node's own response. */
    receive: async (headers: object, body: string): Promise<N8nItem[] | { status: number }> => {
      const answer = { status: 200 };
      const request: { rawBody?: Buffer; readRawBody: () => Promise<void> } = {
        readRawBody: async () => {
          request.rawBody = Buffer.from(body);
        },
      };
      const returned = await type['webhook'].call({
        ...common,
        getHeaderData: () => headers,
        getRequestObject: () => request,
        getResponseObject: () => ({
          status: (code: number) => {
            answer.status = code;
            return { send: () => undefined };
          },
        }),
      });
      return returned.noWebhookResponse === true ? answer : returned.workflowData[0];
    },
  };
}
