// Sends a request with the key that the reader gives. The key is never stored.
const form = document.querySelector('[data-try]');
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  if (button.getAttribute('aria-disabled') === 'true') return;
  const result = form.parentElement.querySelector('.try-result');
  const show = (selector, text) => (result.querySelector(selector).textContent = text);
  const body = buildBody();
  if (body === undefined) return;
  button.setAttribute('aria-disabled', 'true');
  const start = performance.now();
  try {
    const response = await fetch(buildUrl(), {
      method: form.dataset.method,
      headers: buildHeaders(),
      body,
      credentials: 'omit',
      cache: 'no-store',
    });
    const answer = await readText(response);
    result.dataset.outcome = response.ok ? 'good' : 'bad';
    show('[data-status]', `${response.status} ${response.statusText}`.trim());
    show('[data-time]', `${Math.round(performance.now() - start)} ms`);
    show('[data-answer]', answer);
    advise(response.status, result.querySelector('[data-advice]'));
  } catch {
    result.dataset.outcome = 'bad';
    show('[data-status]', 'No answer');
    show('[data-time]', '');
    show('[data-answer]', 'The request failed. Check your connection and send it again.');
  }
  result.hidden = false;
  button.removeAttribute('aria-disabled');
});

function buildUrl() {
  const data = new FormData(form);
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const [name, value] of data) {
    const [place, parameter] = name.split(':');
    if (place === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(value.trim()));
    if (place === 'query' && value.trim() !== '') query.set(parameter, value.trim());
  }
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}

function buildHeaders() {
  const headers = { authorization: `Bearer ${form.elements.key.value.trim()}` };
  if (form.elements.file !== undefined) return { ...headers, 'content-type': 'application/octet-stream' };
  if (form.elements.body !== undefined) return { ...headers, 'content-type': 'application/json' };
  return headers;
}

/** Undefined if the body isn't JSON: the field says so, and nothing is sent. */
function buildBody() {
  const { body, file } = form.elements;
  if (file !== undefined) return file.files[0];
  if (body === undefined) return null;
  try {
    JSON.parse(body.value);
    body.setCustomValidity('');
    return body.value;
  } catch {
    body.setCustomValidity('This is not valid JSON.');
    body.reportValidity();
    body.addEventListener('input', () => body.setCustomValidity(''), { once: true });
    return undefined;
  }
}

async function readText(response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return JSON.stringify(await response.json(), null, 2);
  const { size } = await response.blob();
  return size === 0 ? 'No content.' : `${type}, ${size.toLocaleString()} bytes`;
}

const ADVICE = {
  401: 'The key is missing, wrong, or revoked.',
  403: 'The key lacks a scope, or its owner’s role doesn’t allow this.',
  409: 'It has changed, or its status doesn’t allow this. Read it again, then decide.',
  429: 'Too many requests. Wait a moment.',
};

function advise(status, line) {
  line.textContent = ADVICE[status] ?? '';
  line.hidden = ADVICE[status] === undefined;
}
