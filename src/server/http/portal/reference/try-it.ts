import { escapeHtml } from '../html.ts';
import type { Described } from './operations.ts';

/**
 * Renders the form that sends a request to an operation. Returns an empty string if a page can't send one.
 */
export function renderTryIt(operation: Described): string {
  if (operation.credential === null) return '';
  const { method, path, body, sendsFile, parameters } = operation;
  const inputs = parameters
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map((parameter) => {
      const name = String(parameter['name']);
      const required = parameter['required'] === true;
      return renderField(
        name,
        `<input id="try-${name}" name="${parameter['in']}:${name}" autocomplete="off" spellcheck="false"${required ? ' required' : ''} />`,
      );
    });
  const label = operation.credential === 'key' ? 'Key' : 'Token';
  const hint = operation.credential === 'key' ? 'svc_sk_…' : '';
  const content =
    body === null
      ? ''
      : `<label class="try-body" for="try-body"><code>body</code><textarea id="try-body" name="body" rows="${Math.min(14, countLines(body.example))}" spellcheck="false">${escapeHtml(JSON.stringify(body.example ?? {}, null, 2))}</textarea></label>`;
  const file = sendsFile
    ? renderField('file', '<input id="try-file" name="file" type="file" required />')
    : '';
  return `<section class="card try" id="try-it" aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
<form data-try data-method="${method}" data-path="${escapeHtml(path)}">
<div class="try-field"><label for="try-key">${label}</label><input id="try-key" name="key" type="password" autocomplete="off" spellcheck="false" placeholder="${hint}" aria-describedby="try-note" required /></div>
${inputs.join('')}${file}${content}
<div class="try-send"><button class="button primary">Send request</button><p id="try-note" class="quiet">${getNote(operation)}</p></div>
</form>
<div class="try-result" role="status" hidden><p><span class="dot"></span><strong data-status></strong> <span class="quiet" data-time></span></p><p class="quiet" data-advice hidden></p><pre tabindex="0" aria-label="Response"><code data-answer></code></pre></div>
</section>`;
}

function renderField(name: string, input: string): string {
  return `<div class="try-field"><label for="try-${name}"><code>${escapeHtml(name)}</code></label>${input}</div>`;
}

function getNote({ method, credential }: Described): string {
  const kept = `The ${credential === 'key' ? 'key' : 'token'} stays on this page and is forgotten when you leave it.`;
  return method === 'GET' ? kept : `This changes real data. ${kept}`;
}

function countLines(example: unknown): number {
  return JSON.stringify(example ?? {}, null, 2).split('\n').length + 1;
}
