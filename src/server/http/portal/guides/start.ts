import { code, createHeading, createLinks, list, createStep, createTable, createText } from '../blocks.ts';
import type { Guide } from '../guide.ts';

const quickStart: Guide = {
  slug: 'quick-start',
  group: 'Start',
  name: 'Quick start',
  title: 'Send your first envelope',
  lead: 'From a PDF to a sealed document in three requests.',
  blocks: ({ sample }) => [
    createStep(
      'Create a key',
      createText(
        'Create one in the dashboard under [Settings → API keys](/settings/api-keys), with the choice that is made there: **Send and read** (`envelopes:read`, `envelopes:write`, `envelopes:send`, and `templates:read`). Keep it in an environment variable. The curl samples also use `jq`.',
      ),
      code(sample('key')),
    ),
    createStep(
      'Create an envelope',
      createText(
        'Positions are fractions of the page, measured from its top left. Leave out `fields` and we’ll suggest them.',
      ),
      code(sample('create')),
    ),
    createStep(
      'Send it',
      createText(
        'Send the `version` that you read. If the envelope has changed since, you get a `409` and nothing is sent.',
      ),
      code(sample('send')),
    ),
    createStep(
      'Sign, then download',
      createText(
        'Open the email and sign. The event `envelope.sealed` says that the sealed file is ready; until then, asking for it returns `409`.',
      ),
      code(sample('download')),
    ),
    createHeading('Next'),
    createLinks(
      { href: '/api/docs/webhooks', title: 'Receive webhooks', text: 'Know when someone signs.' },
      { href: '/api/docs/templates', title: 'Use templates', text: 'Same document, new people.' },
      { href: '/api/docs/embedding', title: 'Embed signing', text: 'Sign inside your own app.' },
    ),
  ],
};

const authentication: Guide = {
  slug: 'authentication',
  group: 'Start',
  name: 'Authentication',
  title: 'Authentication',
  lead: 'Each part of the API accepts one kind of credential.',
  blocks: () => [
    createTable(
      ['Path', 'For', 'Credential'],
      ['`/api/v1`', 'Your programs', '`Authorization: Bearer svc_sk_…` or `x-api-key: svc_sk_…`'],
      ['`/mcp`', 'Agents', 'OAuth 2.1. The client signs in by itself.'],
      ['`/api/signer`', 'Recipients', 'The token of their signing link'],
      ['`/api/auth`', 'The dashboard', 'Its session cookie'],
    ),
    createHeading('API keys'),
    createText(
      'A key is shown once, when you create it. It belongs to your organization: records of other organizations return `404`, as if they didn’t exist.',
    ),
    list(
      'Give a key only the scopes that it needs. The [reference](/api/docs/reference) says which ones an operation needs, as does `x-required-scopes` in the [OpenAPI document](/api/openapi.json). A call that needs another one returns `403 insufficient_scope` and names it.',
      'Set an expiration date, and the IP addresses that it can be used from.',
      'A key never does more than the role of the person who created it allows, and what it leaves behind does no more than the key: keys have no other scopes, and keys and webhooks keep its networks and its expiration date.',
    ),
    createTable(
      ['Scope', 'For'],
      [
        '`envelopes:read`',
        'Envelopes with their files, answers and history, events, labels, and the list of teams',
      ],
      ['`envelopes:write`', 'Creating, changing and deleting drafts'],
      ['`envelopes:send`', 'Sending, reminding, correcting, recalling, and voiding'],
      ['`templates:read`', 'Templates and their forms, and creating envelopes from them'],
      ['`templates:write`', 'Creating, changing and archiving templates'],
      ['`contacts`', 'Finding earlier recipients'],
      ['`webhooks`', 'Webhooks. What carries events also needs `envelopes:read`.'],
      [
        '`members`',
        'Members, invitations, and teams. Only a key with all scopes makes somebody an administrator, and no key makes an owner.',
      ],
      ['`keys`', 'API keys with the same scopes or fewer'],
      ['`settings`', 'Branding, embedding, and identity providers'],
      ['`audit:read`', 'The audit log'],
      ['`admin`', 'Earlier name of `webhooks` and `settings`'],
    ),
    createText(
      '[Get your key and its limits](/api/docs/reference/me) tells a key its organization, scopes, and quotas. Keep keys on your server: never put one into a page or an app.',
    ),
    createHeading('Rate limits'),
    createText(
      'Responses carry `RateLimit-Limit`, `RateLimit-Remaining`, and `RateLimit-Reset`, and `RateLimit` and `RateLimit-Policy` of the current IETF draft. After `429 rate_limited`, wait for the seconds in `Retry-After`. The client package does that for you.',
    ),
  ],
};

const libraries: Guide = {
  slug: 'libraries',
  group: 'Start',
  name: 'Libraries',
  title: 'Libraries',
  lead: 'Packages for TypeScript, JavaScript, and Python, without dependencies. Every other language can use the API directly.',
  blocks: ({ origin }) => [
    createTable(
      ['Package', 'For'],
      [
        '`@countersign/client`',
        'Calling the API: types, pagination, retries, uploads, and verifying webhooks. Runs in Node.js, Deno, Bun, and workers.',
      ],
      ['`@countersign/embed`', 'Showing a document for signing, or the editor of a draft, in your own page.'],
      [
        '`@countersign/verify`',
        'Verifying sealed documents without Countersign, in Node.js and in browsers.',
      ],
      [
        '`n8n-nodes-countersign`',
        'Sending and downloading documents in n8n, and starting workflows from what happens to them.',
      ],
    ),
    createText(
      'For Python there is `countersign`: a method for every operation, uploads, lists, retries, and webhooks, with nothing but the standard library. All of them are under the Apache-2.0 license, so that any program can contain them. The service itself is under the AGPL-3.0.',
    ),
    createHeading('Install them'),
    createText(
      'Each instance that was installed from a release serves the packages that fit it. [The list](/api/packages) has their addresses and hashes, [SHA256SUMS](/api/packages/SHA256SUMS) the hashes alone.',
    ),
    code([
      {
        label: 'npm',
        source: `npm install ${origin}/api/packages/countersign-client-0.1.0.tgz`,
      },
      {
        label: 'pip',
        source: `pip install ${origin}/api/packages/countersign-0.1.0-py3-none-any.whl`,
      },
    ]),
    createHeading('Other languages'),
    createText(
      'Generate a client from the [OpenAPI document](/api/openapi.json), or from [the same in OpenAPI 3.0](/api/openapi-3.0.json) if your generator stumbles over 3.1. Each operation has samples in curl, TypeScript, and Python in its `x-codeSamples`.',
    ),
    createHeading('Coding assistants'),
    createText(
      'Every page is also available as Markdown: add `.md` to its address. [llms.txt](/llms.txt) lists all of them.',
    ),
  ],
};

export const START: readonly Guide[] = [quickStart, authentication, libraries];
