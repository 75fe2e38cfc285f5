import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';

/** A server of tools, as far as a chat program needs it. */
export type ToolServer = {
  readonly tools: () => Promise<readonly HostedTool[]>;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  readonly screen: (uri: string) => Promise<{ readonly html: string; readonly csp?: Csp }>;
};
export type HostedTool = {
  readonly name: string;
  readonly _meta?: { ui?: { resourceUri?: string; visibility?: readonly string[] } };
};
type Csp = Readonly<Record<string, readonly string[]>>;

/**
 * A chat program on the web that shows several servers' screens, as MCP Apps (2026-01-26) requires of hosts.
 */
export type ChatHost = {
  readonly origin: string;
  /** Opens the program in a tab, with these servers by name. */
  readonly open: (page: Page, servers: Readonly<Record<string, ToolServer>>) => Promise<Chat>;
  readonly close: () => Promise<void>;
};
export type Chat = {
  /** The tools that the model may use. */
  readonly forModel: (server: string) => Promise<string[]>;
  /** Calls a tool for the model, and shows its screen with the answer. */
  readonly use: (
    server: string,
    tool: string,
    args: Record<string, unknown>,
    context?: Readonly<Record<string, unknown>>,
  ) => Promise<FrameLocator>;
  /** What the screens asked the program for: opening links, and messages for the model. */
  readonly asked: (method: string) => Promise<any[]>;
};

const VERSION = '2026-01-26';

/** The policy that the specification has hosts build from a screen's declarations. */
function policyOf(csp: Csp = {}): string {
  const named = (key: string, otherwise = '') => csp[key]?.join(' ') || otherwise;
  return [
    `default-src 'none'`,
    `script-src 'self' 'unsafe-inline' ${named('resourceDomains')}`,
    `style-src 'self' 'unsafe-inline' ${named('resourceDomains')}`,
    `connect-src 'self' ${named('connectDomains')}`,
    `img-src 'self' data: ${named('resourceDomains')}`,
    `font-src 'self' ${named('resourceDomains')}`,
    `media-src 'self' data: ${named('resourceDomains')}`,
    `frame-src ${named('frameDomains', "'none'")}`,
    `object-src 'none'`,
    `base-uri ${named('baseUriDomains', "'self'")}`,
  ].join('; ');
}

/** The proxy between program and screen: another origin, and the only one that the screen can reach. */
const SANDBOX = `<!doctype html><html lang="en"><title>Sandbox</title>
<style>html,body{margin:0;height:100%}iframe{display:block;border:0;width:100%;height:100%}</style>
<body><script>
  let inner;
  addEventListener('message', ({ source, data }) => {
    if (source === inner?.contentWindow) {
      if (!data.method?.startsWith('ui/notifications/sandbox-')) parent.postMessage(data, '*');
    } else if (source !== parent) return;
    else if (data.method === 'ui/notifications/sandbox-resource-ready') {
      inner = document.createElement('iframe');
      inner.title = 'Screen';
      inner.sandbox = 'allow-scripts';
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = data.params.policy;
      inner.srcdoc = data.params.html.replace('<head>', '<head>' + policy.outerHTML);
      document.body.append(inner);
    } else inner?.contentWindow.postMessage(data, '*');
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script></body></html>`;

const PROGRAM = `<!doctype html><html lang="en"><title>Chat</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0}iframe{display:block;border:0;width:100%;height:400px}</style>
<body><script>
  window.asked = [];
  window.show = (view, sandbox, { html, policy, context, input, result }) => {
    const frame = document.createElement('iframe');
    frame.title = view;
    frame.sandbox = 'allow-scripts allow-same-origin';
    frame.src = sandbox;
    const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, sandbox);
    const tell = (method, params) => post({ method, params });
    addEventListener('message', async ({ source, data: { id, method, params } }) => {
      if (source !== frame.contentWindow) return;
      if (method === 'ui/notifications/sandbox-proxy-ready') tell('ui/notifications/sandbox-resource-ready', { html, policy });
      if (method === 'ui/notifications/size-changed') frame.style.height = params.height + 'px';
      if (method === 'ui/notifications/initialized') {
        tell('ui/notifications/tool-input', { arguments: input });
        tell('ui/notifications/tool-result', result);
      }
      if (id === undefined || method === undefined) return;
      window.asked.push({ view, method, params });
      try {
        post({ id, result: await answer(method, params) });
      } catch (error) {
        post({ id, error: { code: -32000, message: error.message } });
      }
    });
    const answer = async (method, params) => {
      if (method === 'tools/call') return await window.callFromView(view, params);
      if (method === 'ui/open-link' || method === 'ui/update-model-context') return {};
      if (method !== 'ui/initialize') throw new Error('Method not found');
      const hostCapabilities = { openLinks: {}, serverTools: {} };
      return { protocolVersion: '${VERSION}', hostInfo: { name: 'tests', version: '1' }, hostCapabilities, hostContext: context };
    };
    document.body.append(frame);
  };
</script></body></html>`;

export async function openChatHost(): Promise<ChatHost> {
  const program = await serve(PROGRAM);
  const sandbox = await serve(SANDBOX);
  return {
    origin: program.origin,
    open: async (page, servers) => {
      const serverOf = (name: string) => {
        const server = servers[name];
        if (server === undefined) throw new Error(`no server ${name}`);
        return server;
      };
      // A screen can reach the server it came from, and only what is visible to screens there.
      await page.exposeFunction(
        'callFromView',
        async (
          view: string,
          { name, arguments: args }: { name: string; arguments: Record<string, unknown> },
        ) => {
          const tool = (await serverOf(view).tools()).find((one) => one.name === name);
          if (tool === undefined || !visibilityOf(tool).includes('app')) throw new Error(`no tool ${name}`);
          return await serverOf(view).call(name, args);
        },
      );
      await page.goto(program.origin);
      return {
        forModel: async (server) =>
          (await serverOf(server).tools())
            .filter((tool) => visibilityOf(tool).includes('model'))
            .map(({ name }) => name),
        use: async (server, name, args, context = {}) => {
          const tool = (await serverOf(server).tools()).find((one) => one.name === name);
          const { html, csp } = await serverOf(server).screen(tool?._meta?.ui?.resourceUri ?? '');
          const result = await serverOf(server).call(name, args);
          const shown = { html, policy: policyOf(csp), context, input: args, result };
          await page.evaluate(
            ([view, from, what]) =>
              (window as unknown as { show: (...given: unknown[]) => void }).show(view, from, what),
            [server, sandbox.origin, shown] as const,
          );
          return page.frameLocator(`iframe[title="${server}"] >> nth=-1`).frameLocator('iframe');
        },
        asked: async (method) =>
          (await page.evaluate(() => (window as unknown as { asked: any[] }).asked)).filter(
            (one) => one.method === method,
          ),
      };
    },
    close: async () => {
      await Promise.all([program.close(), sandbox.close()]);
    },
  };
}

function visibilityOf({ _meta }: HostedTool): readonly string[] {
  return _meta?.ui?.visibility ?? ['model', 'app'];
}

async function serve(html: string) {
  const answer: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
