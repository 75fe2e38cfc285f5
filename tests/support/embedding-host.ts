import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SDK = fileURLToPath(new URL('../../packages/embed/src/index.ts', import.meta.url));

/** A caller's application on its own origin: one page that shows the URL in its `?url=` in a frame. */
export type Host = { readonly origin: string; readonly close: () => Promise<void> };

const PAGE = `<!doctype html><html lang="en"><title>Host</title>
<div id="place" style="height:700px"></div>
<script type="module">
  import { embedEditing, embedSigning } from '/embed.js';
  const query = new URLSearchParams(location.search);
  const url = query.get('url');
  const fitHeight = query.has('fit');
  window.events = [];
  window.strangers = [];
  addEventListener('message', ({ origin, data }) => window.strangers.push({ origin, data }));
  const embed = url.includes('/edit/') ? embedEditing : embedSigning;
  if (url.includes('#token=') && url.includes('/session/'))
    window.embedded = embed({ url, element: place, fitHeight, onEvent: (event) => window.events.push(event) });
  else place.append(Object.assign(document.createElement('iframe'), { src: url }));
</script>`;

/** Opens the application on 127.0.0.1, which is a different site from localhost. */
export async function openEmbeddingHost(): Promise<Host> {
  const module = ts.transpileModule(readFileSync(SDK, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
  const server: Server = createServer(({ url }, response) => {
    const isModule = url === '/embed.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? module : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
